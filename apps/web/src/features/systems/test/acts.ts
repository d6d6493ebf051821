import { WorkspaceError } from '@cairn/workspace/errors'
import type { OwnField } from '@cairn/workspace/port/records/own-fields'
import type { System } from '@cairn/workspace/port/records/systems'
import type { Workspace } from '@cairn/workspace/port/workspace'
import type fc from 'fast-check'
import { expect } from 'vitest'
import type { Actor, Model, Sheet } from './model.ts'
import type { FieldChange } from './stored.ts'

/** The account under test. Records, people, tags and fields have the names that they have in the model. */
export interface Account {
  as: (by: Actor) => Workspace
  /** Returns the id of a person, a tag or a record. */
  idOf: (name: string) => string
  nameOf: (id: string) => string
  /** Notes a record that was added. */
  note: (name: string, id: string) => void
  /** An earlier state of records, as a user has it on the screen. */
  seen: Map<string, System>
  /** The definitions of custom fields, by the key of the values. */
  definitions: Map<string, OwnField>
  /** The ids of the bulk changes, in the order of the model's. */
  acts: string[]
}

/** An action of the property: `words` describe it in the report of a failure. */
export class Act implements fc.AsyncCommand<Model, Account> {
  readonly words: string
  readonly isPossible: (model: Readonly<Model>) => boolean
  readonly run: (model: Model, account: Account) => Promise<void>

  constructor(words: string, isPossible: Act['isPossible'], run: Act['run']) {
    this.words = words
    this.isPossible = isPossible
    this.run = run
  }

  check(model: Readonly<Model>): boolean {
    return this.isPossible(model)
  }

  toString(): string {
    return `\n  ${this.words}`
  }
}

export const said = (changes: readonly FieldChange[]) =>
  changes
    .map(([key, value]) => (value === null ? `no ${key}` : `${key} ${JSON.stringify(value)}`))
    .join(' and ')

/** Converts values for the port: with ids of people. */
export function withIds({ idOf }: Account, values: Sheet['values']): Sheet['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, key === 'own.contact' ? idOf(String(value)) : value]),
  )
}

/** Loads a record as the user does before changing it. */
export async function load(account: Account, by: Actor, name: string): Promise<System> {
  const [system] = await account.as(by).systems.byIds([account.idOf(name)])
  if (!system) throw new Error(`${name} is not there.`)
  return system
}

/** Returns the record with a name; null where it is in the bin, or was never added. */
export function sheetThere({ sheets }: Readonly<Model>, name: string): Sheet | null {
  const sheet = sheets.get(name)
  return sheet && !sheet.isInBin ? sheet : null
}

/** Expects a refusal with one of the sentences. */
export async function expectRefusal(answer: Promise<unknown>, sentences: readonly string[]): Promise<void> {
  const refusal = await answer.then(
    () => 'It was accepted.',
    (error: unknown) => (error instanceof WorkspaceError ? error.message : error),
  )
  expect(sentences).toContain(refusal)
}
