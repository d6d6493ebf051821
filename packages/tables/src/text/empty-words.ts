/** Words that programs write into cells without a value, in lowercase. */
const EMPTY = new Set([
  ...['', '-', '--', '---', '–', '—', '―', '.', '?', '/', '…', '...'],
  ...['n/a', 'n.a.', 'na', '#n/a', '#n/v', '#nv', 'n/d', 'k.a.', 'k. a.', 'keine angabe', 's.o.', 'n. a.'],
  ...['null', '\\n', '#null!', '(null)', '<null>', 'nil', 'undefined', '(undefined)', 'nan'],
  ...['empty', '(empty)', 'blank', '(blank)', '(leer)', '(vide)', '(vacío)', '[]', '{}', '[null]'],
  ...[
    'not set',
    'not specified',
    'not applicable',
    'system.object[]',
    'system.string[]',
    'system.collections.hashtable',
  ],
])
/** Words that are empty for all types but texts, where they can be a value. */
const EMPTY_IF_TYPED = new Set([
  ...['none', 'no value', 'unknown', 'unassigned', 'not assigned', 'tbd', 'tba', 'nobody', 'no one'],
  ...[
    'keine',
    'keiner',
    'kein',
    'ohne',
    'unbekannt',
    'offen',
    'niemand',
    'nicht zugewiesen',
    'nicht vergeben',
  ],
  ...[
    'aucun',
    'aucune',
    'inconnu',
    'personne',
    'non attribué',
    'ninguno',
    'ninguna',
    'desconocido',
    'nadie',
    'sin asignar',
  ],
])
/** Errors of a formula, in English and German. Counted where they are read. */
const ERROR = /^#(?:ref!|bezug!|value!|wert!|div\/0!|name\?|num!|zahl!|spill!|überlauf!|calc!|getting_data)$/
const ZERO_DATE = /^0{1,4}[-/.]0{1,2}[-/.]0{1,4}(?:[ t]0{1,2}:0{2}(?::0{2}(?:\.0+)?)?z?)?$/

/** Whether a text of a cell says that there is no value, whatever the type of the field. */
export function isEmptyWord(text: string): boolean {
  const plain = text.trim().toLowerCase()
  return EMPTY.has(plain) || isErrorWord(plain) || ZERO_DATE.test(plain)
}

/** Whether a text of a cell says that there is no value, for a field that takes not every text. */
export function isEmptyTypedWord(text: string): boolean {
  return isEmptyWord(text) || EMPTY_IF_TYPED.has(text.trim().toLowerCase())
}

/** Whether a text is the error of a formula. */
function isErrorWord(text: string): boolean {
  return ERROR.test(text.trim().toLowerCase())
}
