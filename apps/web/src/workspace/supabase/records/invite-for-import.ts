import type { UnknownPerson } from '@cairn/workspace/port/imports'
import type { InvitationsPart, InvitedPeople } from '@cairn/workspace/port/invitations'
import { PeopleNotInvited } from '@cairn/workspace/port/people-not-invited'
import { LEVELS, type PermissionLevel } from '@cairn/workspace/port/permission-level'

/** As many as the server invites in one step. */
const AT_ONCE = 100

type Sending = Pick<InvitationsPart, 'problemsOf' | 'sendMany'>
type Person = { email: string; name: string }

/**
 * Invites whom the user wants to be invited, but for those who have joined or are invited by now. One address that may
 * not be invited keeps nobody else waiting. @throws PeopleNotInvited with all of these
 */
export async function inviteForImport(people: readonly UnknownPerson[], sending: Sending): Promise<void> {
  const wanted = wantedOf(people)
  const known = new Set<string>()
  for (const part of inParts([...wanted.keys()]))
    for (const { email } of await sending.problemsOf(part)) known.add(email)
  const failed: InvitedPeople['problems'][number][] = []
  for (const level of LEVELS) {
    const ofLevel = [...wanted.values()].filter((one) => one.level === level && !known.has(one.email))
    for (const part of inParts(ofLevel)) failed.push(...(await sendAll(part, level, sending)))
  }
  if (failed.length > 0) throw new PeopleNotInvited(failed)
}

/** Invites all but those who may not be invited; gives those whom it could not invite, each with the reason. */
async function sendAll(
  people: readonly Person[],
  permissionLevel: PermissionLevel,
  sending: Sending,
): Promise<InvitedPeople['problems']> {
  const { problems, unsent } = await sending.sendMany({ people, department: '', permissionLevel })
  const refused = new Set(problems.map(({ email }) => email))
  const others = people.filter(({ email }) => !refused.has(email))
  if (others.length === people.length || others.length === 0) return [...problems, ...unsent]
  return [...problems, ...(await sendAll(others, permissionLevel, sending))]
}

/** Those to be invited, by address: two words may mean the same person. */
function wantedOf(people: readonly UnknownPerson[]) {
  return new Map(
    people.flatMap(({ word, choice }) =>
      choice !== null && 'invite' in choice
        ? [[choice.invite, { email: choice.invite, name: nameOf(word, choice.invite), level: choice.level }]]
        : [],
    ),
  )
}

/** The word itself, unless it is an address: then what stands before the @. */
function nameOf(word: string, address: string): string {
  return (word.includes('@') ? (address.split('@')[0] ?? '') : word).slice(0, 120)
}

function inParts<Item>(items: readonly Item[]): readonly Item[][] {
  const count = Math.ceil(items.length / AT_ONCE)
  return Array.from({ length: count }, (_, part) => items.slice(part * AT_ONCE, (part + 1) * AT_ONCE))
}
