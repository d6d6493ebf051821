import type { Happened } from './events.ts'

/** Escapes a name for a message, so that it has no other effect there. */
export type Escape = (name: string) => string

/** Describes an event in an English sentence, with the record as `link` writes it. */
export function sentenceOf({ type, data }: Happened, inert: Escape, link: (name: string) => string): string {
  const name = (person: { name?: string | null | undefined } | null | undefined, otherwise: string) =>
    person?.name === undefined || person?.name === null ? otherwise : inert(person.name)
  const actor = name(data.actor, 'Cairn')
  const record = data.record === undefined ? 'a record' : `${data.record.kind} ${link(data.record.name)}`
  switch (type) {
    case 'record.created':
      return `${actor} created the ${record}.`
    case 'record.changed':
      return `${actor} changed the ${record}${fieldsOf(data.changed, inert)}.`
    case 'record.deleted':
      return `${actor} deleted the ${record}.`
    case 'record.restored':
      return `${actor} restored the ${record}.`
    case 'owner.changed':
      return `The owner of the ${record} is now ${name(data.after, 'nobody')}; before: ${name(data.before, 'nobody')}.`
    case 'handover.asked':
      return `${name(data.receiver, 'Nobody')} is to take over the ${record} from ${name(data.giver, 'a former member')}.`
    case 'handover.answered':
      return `The handover of the ${record} to ${name(data.receiver, 'a former member')} was ${answered(data.answer)}.`
    case 'member.joined':
      return `${name(data.member, 'Somebody')} joined.`
    case 'member.left':
      return `${name(data.member, 'Somebody')} left.`
    case 'run.late':
      return `The ${record} is late.`
    case 'run.failed':
      return `The last run of the ${record} failed.`
    case 'run.back':
      return `The ${record} is back.`
    default:
      return `This is a test of the webhook ${inert(data.webhook ?? '')}.`
  }
}

function fieldsOf(changed: readonly string[] | undefined, inert: Escape): string {
  // The names of custom fields are IDs, which mean nothing to a reader.
  const named = (changed ?? []).filter((field) => !field.startsWith('own.'))
  return named.length === 0 ? '' : ` (${named.map((field) => inert(field.replaceAll('_', ' '))).join(', ')})`
}

function answered(answer: string | undefined): string {
  if (answer === 'accepted') return 'accepted'
  return answer === 'passed_on' ? 'passed on' : 'withdrawn'
}
