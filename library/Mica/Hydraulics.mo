within Mica;
package Hydraulics = Hydraulic "Oil under pressure: the package Hydraulic under the name that it has elsewhere";
