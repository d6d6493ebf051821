import { useState } from 'react'
import { disputes, merge, type Side, type Versions } from './conflict.ts'
import type { SaveOutcome } from './use-writes.ts'

interface ConcurrentSaveOptions<Item, Form> {
  /** What is edited; null for a new record. */
  record: Item | null
  formOf: (record: Item) => Form
  /** The fields that may be in dispute. */
  names: readonly (keyof Form & string)[]
  save: (input: { item: Item | null; form: Form }) => Promise<SaveOutcome<Item>>
  onSaved: () => void
}

interface Conflict<Form> extends Pick<Versions<Form>, 'theirs' | 'mine'> {
  choices: ReadonlyMap<keyof Form & string, Side>
}

/** Saves a form that others may be saving too: tells of a conflict, or that the record has gone, and goes on from there. */
export function useConcurrentSave<Item, Form>(options: ConcurrentSaveOptions<Item, Form>) {
  const { record, formOf, names, save, onSaved } = options
  const [seen, setSeen] = useState(record)
  const [isGone, setGone] = useState(false)
  const [conflict, setConflict] = useState<Conflict<Form> | null>(null)

  const saveOver = async (item: Item | null, mine: Form): Promise<void> => {
    const outcome = await save({ item, form: mine })
    switch (outcome.kind) {
      case 'saved':
        return onSaved()
      case 'failed':
        return
      case 'gone':
        setSeen(null)
        return setGone(true)
      case 'changed': {
        const { current } = outcome
        const theirs = formOf(current)
        const choices = disputes(names, { before: item ? formOf(item) : mine, theirs, mine })
        if (choices.size === 0) return saveOver(current, mine)
        setSeen(current)
        setConflict({ theirs, mine, choices })
      }
    }
  }

  return {
    /** Somebody else has deleted the record: saving creates it anew. */
    isGone,
    conflict,
    choose: (choices: Conflict<Form>['choices']) => setConflict((known) => known && { ...known, choices }),
    /** Gives what was chosen, and ends the conflict. */
    resolve(known: Conflict<Form>): Form {
      setConflict(null)
      return merge(known, known.choices)
    },
    save: (form: Form) => saveOver(seen, form),
  }
}
