/** Three states of what a form holds: as it was opened, as another user has saved it since, and as it stands now. */
export interface Versions<Form> {
  before: Form
  theirs: Form
  mine: Form
}

/** Whose state of a field counts. */
export type Side = 'theirs' | 'mine'

/** A part of a form in which two users can disagree: a field of it, or a value in one. */
export interface FormPart<Form> {
  id: string
  read: (form: Form) => unknown
  /** The form with this part as another state of it has it. */
  take: (form: Form, from: Form) => Form
  /** The form shows nothing of it: what others have saved of it stays, and nobody is asked. */
  isHidden?: boolean
}

/**
 * The parts that another user has changed, unless they hold the same as mine, each with the side that suggests itself:
 * theirs, where I have not touched it. What only I have changed is no matter of dispute.
 */
export function disputes<Form>(
  parts: readonly FormPart<Form>[],
  { before, theirs, mine }: Versions<Form>,
): ReadonlyMap<string, Side> {
  const disputed = parts.filter(
    ({ read, isHidden }) => !isHidden && !same(read(theirs), read(before)) && !same(read(theirs), read(mine)),
  )
  return new Map(disputed.map(({ id, read }) => [id, same(read(mine), read(before)) ? 'theirs' : 'mine']))
}

/** My state, with theirs in what the form does not show. */
export function withHidden<Form>(
  parts: readonly FormPart<Form>[],
  { mine, theirs }: Pick<Versions<Form>, 'mine' | 'theirs'>,
): Form {
  return parts.filter(({ isHidden }) => isHidden).reduce((form, { take }) => take(form, theirs), mine)
}

/** My state, with theirs in the parts where that was chosen. */
export function merge<Form>(
  parts: readonly FormPart<Form>[],
  { mine, theirs }: Pick<Versions<Form>, 'mine' | 'theirs'>,
  choices: ReadonlyMap<string, Side>,
): Form {
  const taken = parts.filter(({ id }) => choices.get(id) === 'theirs')
  return taken.reduce((form, { take }) => take(form, theirs), mine)
}

/** Forms hold texts, numbers, and lists of them. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
