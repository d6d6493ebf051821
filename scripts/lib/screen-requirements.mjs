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

/** Rows of those sections that no screen can show to be met. */
const BEHIND_THE_SCREEN = [
  // The strength of a password as it is counted; AUTH-16, 17 and 42 cover its display.
  'AUTH-35–41',
  // The moments of look-ups, the meaning of their errors, and the order of calls.
  'AUTH-43, 49, 55, 59, 60, 64, 71, INV-41, 43, 47, 51, SEC-17, 31, 32, 41, PROF-21, 25',
  // An invalid level: the dialog offers only the valid ones.
  'INV-40',
  // The life of an invitation, and its acceptance.
  'INV-03, 14, 18, 27–32',
  // The contents of the team's list, and the handling of a failure to load it.
  'TEAM-26–46',
  // The reading of typed knowledge areas, without further rules.
  'MEMBER-16–19, 24',
  // The set of features, and the defaults of those without a stored setting.
  'SET-11, 23, 25, 26, 29, 30, 41',
  // Limits of queries, and the rules for new passwords and their attempts.
  'SEC-09–11, 21, 24, 35–38, 42, DASH-22, PROF-24',
  // The effect on other records.
  'SYS-50',
  // The data of articles, which have no screen.
  'KNOW-12–16',
  // The fields of the examples.
  'GUEST-26, 29, 30, 32',
  // The lifetime of a toast.
  'TOAST-01, 02, 05',
]

/** Rows of the other sections that are about a screen all the same. */
const ALSO_ON_A_SCREEN = ['PERM-08, 20, 22', 'GAP-02, 06, 07, 16, 17, 23–25', 'DIS-28', 'OPEN-09, 19']

/** Rows of finished sections whose screen does not exist yet: they count as open, whatever a test names. */
const WITHOUT_THEIR_SCREEN = []

const all = (lists) => new Set(lists.flatMap(numbersIn))
const behind = all(BEHIND_THE_SCREEN)
const also = all(ALSO_ON_A_SCREEN)

/** Whether a requirement is about a screen. */
export function speaksOfScreen(id) {
  return also.has(id) || (SECTIONS_OF_SCREENS.has(id.split('-')[0]) && !behind.has(id))
}

/** The requirements that are known to be open in sections that are done otherwise. */
export const KNOWN_OPEN = all(WITHOUT_THEIR_SCREEN)
