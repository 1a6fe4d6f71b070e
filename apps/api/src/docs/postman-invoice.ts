/** An invoice without a real seal. The same bytes return the existing invoice, so that the collection can run again. */
export const SAMPLE_INVOICE = `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante Version="4.0" Fecha="2026-11-15T10:30:00" FormaPago="04" NoCertificado="30001000000500003416"
  SubTotal="800.00" Moneda="MXN" Total="800.00" TipoDeComprobante="I" Exportacion="01" MetodoPago="PUE"
  LugarExpedicion="06600" Certificado="AAAA" Sello="AAAA" xmlns:cfdi="http://www.sat.gob.mx/cfd/4"
  xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital">
  <cfdi:Emisor Rfc="CACX7605101P8" Nombre="XOCHILT CASAS CHAVEZ" RegimenFiscal="612"/>
  <cfdi:Receptor Rfc="XIQB891116QE4" Nombre="BERENICE XIMO QUEZADA" DomicilioFiscalReceptor="06600"
    RegimenFiscalReceptor="605" UsoCFDI="D01"/>
  <cfdi:Conceptos>
    <cfdi:Concepto ClaveProdServ="85121502" Cantidad="1" ClaveUnidad="ACT" Descripcion="Consulta médica"
      ValorUnitario="800.00" Importe="800.00" ObjetoImp="01"/>
  </cfdi:Conceptos>
  <cfdi:Complemento>
    <tfd:TimbreFiscalDigital Version="1.1" UUID="AD662D33-6934-459C-A128-BDF0393F0F44"
      FechaTimbrado="2026-11-15T10:31:12" RfcProvCertif="SAT970701NN3" SelloCFD="AAAA"
      NoCertificadoSAT="30001000000500003456" SelloSAT="AAAA"/>
  </cfdi:Complemento>
</cfdi:Comprobante>
`;
