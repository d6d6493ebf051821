import type { OwnField, OwnFieldWords } from '@cairn/workspace/port/records/own-fields'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { type Account, Act } from './acts.ts'
import { type Field, isHidden, type Model } from './model.ts'

type Definitions = Workspace['ownFields']

/** A change of a definition by Ada; the values of the records do not change. */
function definitionAct(
  words: string,
  key: string,
  isPossible: (field: Field) => boolean,
  write: (definitions: Definitions, field: OwnField) => Promise<OwnField>,
  note: (field: Field) => Partial<Field>,
): Act {
  const fieldOf = ({ fields }: Readonly<Model>) => fields.get(key)
  return new Act(
    `Ada ${words}`,
    (model) => {
      const field = fieldOf(model)
      return field !== undefined && isPossible(field)
    },
    async (model, account: Account) => {
      const [field, seen] = [fieldOf(model), account.definitions.get(key)]
      if (!field || !seen) return
      account.definitions.set(key, await write(account.as('Ada').ownFields, seen))
      Object.assign(field, note(field))
    },
  )
}

const wordsOf = (field: OwnField, changes: Partial<OwnFieldWords>): OwnFieldWords => {
  const { name, help, unit, choices, required, defaultValue, section } = field
  return { name, help, unit, choices, required, defaultValue, section, ...changes }
}

const isThere = (field: Field) => !isHidden(field)

export const retire = (key: string) =>
  definitionAct(
    `retires the field ${key}`,
    key,
    isThere,
    (definitions, field) => definitions.retire(field),
    () => ({ isRetired: true }),
  )

export const deleteField = (key: string) =>
  definitionAct(
    `deletes the field ${key}`,
    key,
    ({ isDeleted }) => !isDeleted,
    (definitions, field) => definitions.remove(field),
    () => ({ isDeleted: true }),
  )

export const bringFieldBack = (key: string) =>
  definitionAct(
    `brings the field ${key} back`,
    key,
    isHidden,
    (definitions, field) => definitions.bringBack(field),
    () => ({ isRetired: false, isDeleted: false }),
  )

export const requireOrNot = (key: string) =>
  definitionAct(
    `lets new records need ${key}, or no more`,
    key,
    isThere,
    (definitions, field) => definitions.change(field, wordsOf(field, { required: !field.required })),
    ({ isRequired }) => ({ isRequired: !isRequired }),
  )

export const deleteChoice = (key: string, choice: string) =>
  definitionAct(
    `deletes the choice ${choice} of ${key}`,
    key,
    (field) => isThere(field) && field.choices.includes(choice),
    (definitions, field) =>
      definitions.change(field, wordsOf(field, { choices: field.choices.filter(({ id }) => id !== choice) })),
    ({ choices }) => ({ choices: choices.filter((id) => id !== choice) }),
  )
