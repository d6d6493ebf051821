/** Three states of what a form holds: as it was opened, as another user has saved it since, and as it stands now. */
export interface Versions<Form> {
  before: Form
  theirs: Form
  mine: Form
}

/** Whose state of a field counts. */
export type Side = 'theirs' | 'mine'

/**
 * The fields that another user has changed, unless they hold the same as mine, each with the side that suggests itself:
 * theirs, where I have not touched it. What only I have changed is no matter of dispute.
 */
export function disputes<Form, Name extends keyof Form>(
  names: readonly Name[],
  { before, theirs, mine }: Versions<Form>,
): ReadonlyMap<Name, Side> {
  const disputed = names.filter(
    (name) => !same(theirs[name], before[name]) && !same(theirs[name], mine[name]),
  )
  return new Map(disputed.map((name) => [name, same(mine[name], before[name]) ? 'theirs' : 'mine']))
}

/** My state, with theirs in the fields where that was chosen. */
export function merge<Form, Name extends keyof Form>(
  { mine, theirs }: Pick<Versions<Form>, 'mine' | 'theirs'>,
  choices: ReadonlyMap<Name, Side>,
): Form {
  const merged = { ...mine }
  for (const [name, side] of choices) if (side === 'theirs') merged[name] = theirs[name]
  return merged
}

/** Forms hold texts, and lists of texts. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
