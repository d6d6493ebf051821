import type { TeamEntry } from '@cairn/workspace/port/team'
import type { PermissionLevel, Person } from '@cairn/workspace/port/workspace'

/** The account of every test. */
export const ACCOUNT = { id: 'a0000000-0000-4000-8000-000000000001', name: 'Example Works' }

/** A member of the account of a test. */
export interface Member extends Person, Partial<Omit<TeamEntry, keyof Person>> {
  name: string
  level: PermissionLevel
}

/** A member whose name is given; the address follows from it. `told` is what they tell of themselves. */
export function member(name: string, level: PermissionLevel = 'user', told: Partial<Member> = {}): Member {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}@works.example`
  return { id: `person-${email}`, email, name, avatarUrl: null, level, hidesFirstSteps: true, ...told }
}

/** The founder, who may do everything. */
export const ADA = member('Ada Founder', 'admin')
/** A colleague of the user of the screen. */
export const BEN = member('Ben Owner')
/** A user of the screen of another level than the founder's. */
export const mia = (level: PermissionLevel): Member => member('Mia Member', level)
