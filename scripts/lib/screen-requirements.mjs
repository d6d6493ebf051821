import { numbersIn } from './requirement-numbers.mjs'

/**
 * Which requirements speak of a screen: only a journey, a screen test, or a test that draws the component,
 * can show that one is met.
 * A section speaks of screens or it does not; the exceptions are listed, each group with its reason. A row that is new
 * in one of these sections counts as one that speaks of a screen until it is listed here.
 */

/** Sections about what users see and do. The others are about rights, the client, the tables and the calls. */
const SECTIONS_OF_SCREENS = new Set([
  'AGT',
  'AUTH',
  'AUTO',
  'DASH',
  'GUEST',
  'I18N',
  'INV',
  'KNOW',
  'MEMBER',
  'PROF',
  'SEC',
  'SET',
  'SHELL',
  'SOL',
  'SRCH',
  'SYS',
  'TEAM',
  'THEME',
  'TOAST',
])

/** Rows of those sections of which no screen shows whether they are met. */
const BEHIND_THE_SCREEN = [
  // How the strength of a password is counted; that it shows is AUTH-16, 17 and 42.
  'AUTH-35–41',
  // When something is looked up, what an error of that means, and what is called in which order.
  'AUTH-43, 49, 55, 59, 60, 64, 71, INV-41, 43, 47, 51, SEC-17, 31, 32, 41, PROF-21, 25',
  // A level that is none: the dialog offers only those that are.
  'INV-40',
  // The life of an invitation, and who accepts it.
  'INV-03, 14, 18, 27–32',
  // What makes up the list of the team, and what becomes of a failure to load it.
  'TEAM-26–46',
  // How typed knowledge areas are read, and that there are no further rules.
  'MEMBER-16–19, 24',
  // Which features there are, and what is assumed of those that nothing is stored about.
  'SET-11, 23, 25, 26, 29, 30, 41',
  // Limits of what is fetched, and the rules for new passwords and their attempts.
  'SEC-09–11, 21, 24, 35–38, 42, DASH-22, PROF-24',
  // What becomes of other records.
  'SYS-50',
  // Articles, as far as there are any: their data, without a screen.
  'KNOW-12–16',
  // The fields of the examples.
  'GUEST-26, 29, 30, 32',
  // How a toast is kept.
  'TOAST-01, 02, 05',
]

/** Rows of the other sections that speak of a screen all the same. */
const ALSO_ON_A_SCREEN = ['PERM-08, 20, 22', 'GAP-02, 06, 07, 16, 17, 23–25', 'DIS-28', 'OPEN-09, 19']

/** Rows of the sections that are done whose screen is not there yet: they count as open, whatever a test names. */
const WITHOUT_THEIR_SCREEN = []

const all = (lists) => new Set(lists.flatMap(numbersIn))
const behind = all(BEHIND_THE_SCREEN)
const also = all(ALSO_ON_A_SCREEN)

/** Whether a requirement speaks of a screen. */
export function speaksOfScreen(id) {
  return also.has(id) || (SECTIONS_OF_SCREENS.has(id.split('-')[0]) && !behind.has(id))
}

/** The requirements that are known to be open in sections that are done otherwise. */
export const KNOWN_OPEN = all(WITHOUT_THEIR_SCREEN)
