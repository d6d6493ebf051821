import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { FIELD_TYPES, type FieldType } from '@cairn/workspace/port/records/fields'
import type { OwnFieldType } from '@cairn/workspace/port/records/own-fields'
import type { TFunction } from 'i18next'
import {
  AlignLeft,
  Calendar,
  CircleDot,
  Hash,
  Link,
  type LucideIcon,
  SquareStack,
  Tags,
  ToggleLeft,
  Type,
  UserRound,
} from 'lucide-react'

interface TypeLook {
  icon: LucideIcon
  label: Phrase
  /** Its purpose, in a line. */
  purpose: Phrase
}

/** The labels of the types of fields for admins. */
export const TYPES: Readonly<Record<FieldType, TypeLook>> = {
  text: { icon: Type, label: phrase('Text'), purpose: phrase('One line, such as a contract number.') },
  long_text: {
    icon: AlignLeft,
    label: phrase('Long text'),
    purpose: phrase('Several lines, such as notes.'),
  },
  number: { icon: Hash, label: phrase('Number'), purpose: phrase('An amount, with a unit if you like.') },
  date: { icon: Calendar, label: phrase('Date'), purpose: phrase('A day, such as the last review.') },
  yes_no: { icon: ToggleLeft, label: phrase('Yes or no'), purpose: phrase('A question with two answers.') },
  choice: { icon: CircleDot, label: phrase('Choice'), purpose: phrase('One entry of a list.') },
  choices: { icon: Tags, label: phrase('Several choices'), purpose: phrase('Any entries of a list.') },
  member: { icon: UserRound, label: phrase('Member'), purpose: phrase('A member of your account.') },
  record: { icon: SquareStack, label: phrase('Record'), purpose: phrase('Another record of your account.') },
  address: { icon: Link, label: phrase('Web address'), purpose: phrase('A link to a page.') },
}

/** A type as an option to choose: there is an option of type `record` for each kind. */
export interface TypeOption extends OwnFieldType {
  id: string
  label: string
  purpose: string
}

export function typeOptions(t: TFunction): readonly TypeOption[] {
  return FIELD_TYPES.flatMap((type): TypeOption[] => {
    const purpose = t(TYPES[type].purpose)
    if (type !== 'record') return [{ id: type, type, recordKind: null, label: t(TYPES[type].label), purpose }]
    return CATALOGUE_KINDS.map((recordKind) => {
      const label = typeLabel({ type, recordKind }, t)
      return { id: typeId({ type, recordKind }), type, recordKind, label, purpose }
    })
  })
}

/** Returns the id of an option for a type. */
export function typeId({ type, recordKind }: OwnFieldType): string {
  return recordKind === null ? type : `${type}:${recordKind}`
}

export function typeLabel({ type, recordKind }: OwnFieldType, t: TFunction): string {
  return recordKind === null
    ? t(TYPES[type].label)
    : t('Record of {{kind}}', { kind: titleOf(recordKind, t) })
}

export function titleOf(kind: CatalogueKind, t: TFunction): string {
  return t(CATALOGUES[kind].title)
}
