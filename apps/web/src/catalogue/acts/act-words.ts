import type { ActLeft, ActPerson, ActUndo } from '@cairn/workspace/port/records/acts'
import type { TFunction } from 'i18next'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { PRODUCT_NAME } from '@/ui/layout/page-title.tsx'

/** Returns the name of the actor: a member, a former member, or the server. */
export function actorName(person: ActPerson | null, t: TFunction): string {
  return person === null ? PRODUCT_NAME : personName(person.name ?? FORMER, t)
}

/** Describes the result of an undo. */
export function takenBackText(count: number, t: TFunction): string {
  return t('Undone: {{count}} records', { count, defaultValue_one: 'Undone: {{count}} record' })
}

/** Explains why a record cannot be restored, with the person who changed it. */
export function problemText({ problem, by }: Pick<ActLeft, 'problem' | 'by'>, t: TFunction): string {
  const person = actorName(by, t)
  switch (problem) {
    case 'changed':
      return t('changed since by {{person}}', { person })
    case 'deleted':
      return t('deleted since by {{person}}', { person })
    case 'restored':
      return t('restored since by {{person}}', { person })
    case 'gone':
      return t('not there any more')
    case 'not_allowed':
      return t('not yours to change')
    case 'switched_off':
      return t('its feature is switched off')
    case 'name_taken':
      return t('its name is taken by now')
    case 'left':
      return t('the person has left')
    case 'tag_gone':
      return t('the tag has been deleted')
    case 'field_gone':
      return t('the field has been deleted')
    case 'value_gone':
      return t('the field cannot have its former value any more')
    case 'full':
      return t('it has 50 tags by now')
  }
}

/** Returns '2 left: changed since by Ben', for each reason; null where nothing is left. */
export function leftText(left: readonly ActLeft[], t: TFunction): string | null {
  if (left.length === 0) return null
  return left
    .map((group) =>
      t('{{number}} left: {{reason}}', { number: group.records, reason: problemText(group, t) }),
    )
    .join(' · ')
}

/** Returns what a toast says about an undo: its title, and what did not come back. */
export function undoTexts({ undone, left, team }: ActUndo, t: TFunction) {
  const others = leftText(left, t)
  if (!team)
    return {
      title: undone === 0 ? t('Nothing could be undone') : takenBackText(undone, t),
      description: others,
    }
  const gone =
    team.left > 0 &&
    t('{{count}} members have left the account', {
      count: team.left,
      defaultValue_one: '{{count}} member has left the account',
    })
  return {
    title: t('Team {{name}} restored', { name: team.name }),
    description: [undone > 0 && takenBackText(undone, t), gone, others].filter(Boolean).join(' · ') || null,
  }
}
