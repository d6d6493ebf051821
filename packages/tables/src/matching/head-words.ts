/**
 * Other heads under which spreadsheets have what a field holds, in four languages; folded, by the key of the field. The
 * caller's own names of a field come first.
 */
export const HEAD_WORDS: Readonly<Record<string, readonly string[]>> = {
  name: words(
    'name, title, application, application name, app, system, system name, tool, software, product, bezeichnung, titel, anwendung, anwendungsname, produkt, nom, titre, intitule, outil, logiciel, produit, nombre, titulo, aplicacion, sistema, herramienta, producto, display name',
  ),
  description: words(
    'description, purpose, summary, details, notes, comment, comments, about, beschreibung, zweck, bemerkung, bemerkungen, notizen, kommentar, descriptif, objet, remarques, commentaire, descripcion, proposito, notas, observaciones, comentarios',
  ),
  owner: words(
    'owner, owners, system owner, application owner, app owner, assignee, assigned to, managed by, custodian, steward, business owner, owned by, responsible, responsible person, contact, manager, owner email, email, e-mail, besitzer, eigentumer, verantwortlich, verantwortliche, verantwortlicher, verantwortliche person, ansprechpartner, ansprechperson, inhaber, proprietaire, responsable, referent, contact principal, propietario, propietaria, responsables, encargado, contacto',
  ),
  experts: words(
    'experts, expert, key users, key user, technical contact, experten, fachleute, ansprechpartner technik, experte, expertes, utilisateurs cles, expertos, usuarios clave',
  ),
  status: words('status, state, phase, zustand, stand, statut, etat, estado, situacion'),
  lifecycle: words(
    'lifecycle, life cycle, lifecycle status, stage, lebenszyklus, cycle de vie, ciclo de vida',
  ),
  vendor: words(
    'vendor, supplier, provider, manufacturer, publisher, maker, company, hersteller, anbieter, lieferant, dienstleister, fournisseur, editeur, fabricant, prestataire, proveedor, fabricante, editor',
  ),
  department: words(
    'department, team, business unit, division, unit, abteilung, bereich, fachbereich, departement, service, direction, equipe, departamento, area, equipo, unidad',
  ),
  criticality: words(
    'criticality, importance, priority, business criticality, kritikalitat, wichtigkeit, prioritat, criticite, priorite, criticidad, importancia, prioridad',
  ),
  data_class: words(
    'data class, data classification, classification, confidentiality, sensitivity, datenklasse, datenklassifizierung, schutzklasse, vertraulichkeit, schutzbedarf, classification des donnees, confidentialite, sensibilite, clasificacion de datos, clasificacion, confidencialidad',
  ),
  cost_per_month: words(
    'cost per month, monthly cost, monthly costs, cost, costs, price, monthly price, kosten pro monat, monatliche kosten, kosten, preis, monatspreis, cout mensuel, cout par mois, cout, prix, couts, coste mensual, coste por mes, costo mensual, coste, costo, precio',
  ),
  cost_currency: words('currency, wahrung, devise, monnaie, moneda, divisa'),
  renews_on: words(
    'renews on, renewal, renewal date, contract end, end of contract, expires, expiry, expiry date, expiration date, valid until, until, verlangerung, vertragsende, laufzeit bis, lauft ab, ablaufdatum, gultig bis, bis, kundigungsfrist, renouvellement, fin de contrat, date de fin, echeance, expiration, renovacion, fin de contrato, vencimiento, caducidad, fecha de fin',
  ),
  url: words(
    'url, link, address, website, web site, homepage, adresse, webseite, internetadresse, lien, site, site web, enlace, direccion, pagina web, sitio web',
  ),
  tags: words(
    'tags, tag, labels, label, keywords, categories, category, schlagworte, schlagworter, stichworte, kategorie, kategorien, etiquettes, mots cles, categorie, etiquetas, palabras clave, categoria, categorias',
  ),
  kind: words('kind, type, art, typ, genre, tipo, clase'),
  platform: words('platform, plattform, plateforme, plataforma, hosting'),
  source_id: words(
    'source id, id, app id, application id, object id, client id, sys id, issue key, uuid, guid, external id, number, no, key, reference, asset id, inventory number, kennung, nummer, nr, inventarnummer, schlussel, identifiant, numero, reference externe, identificador, clave, referencia',
  ),
}

/** Heads that name a field only where no other column does, by the key of the field. */
export const WEAK_HEAD_WORDS: Readonly<Record<string, readonly string[]>> = {
  name: words(
    'summary, subject, label, cn, common name, zusammenfassung, betreff, resume, sujet, resumen, asunto',
  ),
}

function words(list: string): readonly string[] {
  return list.split(', ')
}
