/** The months as they are named in four languages, in full and short, without accents. */
const NAMES = [
  'january jan januar janner janvier janv enero ene',
  'february feb februar fevrier fevr fev febrero',
  'march mar marz mrz maerz mars marzo',
  'april apr avril avr abril abr',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet juil julio',
  'august aug aout agosto ago',
  'september sep sept septembre septiembre setiembre set',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez decembre diciembre dic',
] as const

/** The number of a month by its name. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)
