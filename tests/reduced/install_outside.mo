// 'mica install install_outside.mo' must refuse a library of this name, or write inside the library directory only.
package '/../../../escaped'
end '/../../../escaped';
