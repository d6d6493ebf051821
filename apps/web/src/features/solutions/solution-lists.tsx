import type { Solution } from '@cairn/workspace/port/records/solutions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { type Editing, namedValue } from '@/catalogue/properties/editing.ts'
import { FormValue } from '@/catalogue/properties/form-value.tsx'
import { PropertyRow } from '@/catalogue/properties/property.tsx'
import { recordPath } from '@/catalogue/record-path.ts'
import { useTeam } from '@/shared/people/use-team.ts'
import { Avatar } from '@/ui/display/avatar.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { entriesOf } from '@/ui/form/text-list-entries.ts'
import { memberMeant } from './match-users.ts'
import { RelatedSystemsField } from './related-systems-field.tsx'
import { solutionFormSchema } from './solution-form.ts'
import { TextListField } from './text-list-field.tsx'
import { useSystemNames } from './use-system-names.ts'

interface SolutionListProps {
  solution: Solution
  editing: Editing<Solution>
}

const useCasesSchema = z.object({ useCases: solutionFormSchema.shape.useCases })
const usersSchema = z.object({ users: solutionFormSchema.shape.users })
const relatedSchema = z.object({ relatedSystems: solutionFormSchema.shape.relatedSystems })

/** The use cases of a solution. */
export function UseCases({ solution, editing }: SolutionListProps) {
  const { t } = useTranslation()
  const entries = solution.useCases
  const label = t('Use Cases')
  return (
    <PropertyRow label={label} wide>
      <FormValue
        label={label}
        schema={useCasesSchema}
        values={{ useCases: { entries, draft: '' } }}
        fields={
          <TextListField
            name="useCases"
            label={label}
            prompt={t('Add a use case')}
            addLabel={t('Add this use case')}
          />
        }
        save={editing && (({ useCases }) => saveList(editing, 'useCases', label, entriesOf(useCases)))}
      >
        <BadgeList
          emptyText={t('No use cases listed')}
          entries={entries.map((entry) => ({ id: entry, text: entry }))}
        />
      </FormValue>
    </PropertyRow>
  )
}

/** The users of a solution: members with their picture, all others by the entered word. */
export function Users({ solution, editing }: SolutionListProps) {
  const { t } = useTranslation()
  const { members } = useTeam()
  const entries = solution.users
  const label = t('Users')
  return (
    <PropertyRow label={label} wide>
      <FormValue
        label={label}
        schema={usersSchema}
        values={{ users: { entries, draft: '' } }}
        fields={
          <TextListField
            name="users"
            label={label}
            prompt={t('Add a user or team')}
            addLabel={t('Add this user or team')}
          />
        }
        save={editing && (({ users }) => saveList(editing, 'users', label, entriesOf(users)))}
      >
        <BadgeList
          emptyText={t('No users listed')}
          entries={entries.map((entry) => {
            const member = memberMeant(entry, members)
            if (!member) return { id: entry, text: entry }
            const { name, avatarUrl } = member
            return { id: entry, text: name, leading: <Avatar name={name} src={avatarUrl} size="sm" /> }
          })}
        />
      </FormValue>
    </PropertyRow>
  )
}

/** The systems that the solution depends on. */
export function RelatedSystems({ solution, editing }: SolutionListProps) {
  const { t } = useTranslation()
  const ids = solution.relatedSystems
  const { systems, isLoading } = useSystemNames(ids)
  const label = t('Related Systems')
  const nameOf = (id: string) => systems.get(id) ?? (isLoading ? '…' : t('Unknown System'))
  return (
    <PropertyRow label={label} wide>
      <FormValue
        label={label}
        schema={relatedSchema}
        values={{ relatedSystems: [...ids] }}
        fields={<RelatedSystemsField />}
        save={
          editing &&
          (({ relatedSystems }) => saveList(editing, 'relatedSystems', label, relatedSystems, nameOf))
        }
      >
        <BadgeList
          emptyText={t('No related systems')}
          entries={ids.map((id) => ({ id, text: nameOf(id), path: recordPath({ kind: 'system', id }) }))}
        />
      </FormValue>
    </PropertyRow>
  )
}

type ListName = 'useCases' | 'users' | 'relatedSystems'

/** Saves a list of a solution; `wordOf` names an entry. */
function saveList(
  editing: NonNullable<Editing<Solution>>,
  name: ListName,
  label: string,
  entries: readonly string[],
  wordOf: (entry: string) => string = (entry) => entry,
): Promise<string | null> {
  const words = (list: readonly string[]) => list.map(wordOf).join(', ')
  return editing.save(namedValue(name, label, words), entries, words(entries))
}

interface Entry {
  id: string
  text: string
  leading?: ReactNode
  /** The path that it links to. */
  path?: string
}

interface BadgeListProps {
  emptyText: string
  entries: readonly Entry[]
}

function BadgeList({ emptyText, entries }: BadgeListProps) {
  if (entries.length === 0) return <p className="text-muted-foreground">{emptyText}</p>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {entries.map(({ id, text, leading, path }) => (
        <li key={id} className="max-w-full">
          <Badge variant="secondary" className={`h-6 gap-1.5 ${leading ? 'pl-0.5' : ''}`}>
            {leading}
            {path ? (
              <Link to={path} className="truncate rounded-sm text-link underline-offset-3 hover:underline">
                {text}
              </Link>
            ) : (
              <span className="truncate">{text}</span>
            )}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
