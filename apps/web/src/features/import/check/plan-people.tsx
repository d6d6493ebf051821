import { likelyPerson } from '@cairn/tables/matching/people'
import type { ImportPlan, PersonChoice, UnknownPerson } from '@cairn/workspace/port/imports'
import type { PermissionLevel } from '@cairn/workspace/port/permission-level'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { usePeopleOptions } from '@/shared/people/use-people-options.tsx'
import { useTeam } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { EMAIL } from './email.ts'
import { InviteAll } from './invite-all.tsx'
import { LevelSelect } from './level-select.tsx'
import { useChangePlan } from './use-decide.ts'

/** The people in a file whom the account does not know: decided once each. */
export function PlanPeople({ plan }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  if (plan.people.length === 0 || plan.state !== 'open') return null
  return (
    <Card>
      <CardHeader
        title={t('People who are no members')}
        description={t('Without a choice they are left out, and their records have no owner.')}
        action={<InviteAll plan={plan} />}
      />
      <CardContent>
        <ul aria-label={t('People who are no members')} className="divide-y">
          {plan.people.map((person) => (
            <PersonRow key={person.word} plan={plan} person={person} />
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}

const LEAVE = 'leave'
const INVITE = 'invite'

function PersonRow({ plan, person }: { plan: ImportPlan; person: UnknownPerson }) {
  const { t } = useTranslation()
  const { imports } = useWorkspace()
  const { permissionLevel } = useMe()
  const { members } = useTeam()
  const optionsOf = usePeopleOptions()
  const [isInviting, setInviting] = useState(false)
  const { run, isRunning } = useChangePlan(plan.id, (choice: PersonChoice) =>
    imports.decidePerson(plan.id, person.word, choice),
  )
  const { choice, word } = person
  const isInvited = choice !== null && 'invite' in choice
  const likely = choice === null && !isInviting ? likelyPerson(word, members) : null
  const value = isInviting || isInvited ? INVITE : choice === null ? LEAVE : choice.member
  const change = (id: string) => {
    setInviting(id === INVITE)
    if (id !== INVITE) run(id === LEAVE ? null : { member: id })
  }
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)] sm:items-center">
      <PersonWord person={person} likely={likely} pending={isRunning} onTake={(member) => run({ member })} />
      <ChoiceButton
        listLabel={t('Who {{word}} is', { word })}
        options={[
          { id: LEAVE, label: t('Leave out'), muted: true },
          ...(permissionLevel === 'admin' ? [{ id: INVITE, label: t('Invite') }] : []),
          ...optionsOf(members),
        ]}
        value={value}
        onChange={change}
        emptyText={t('No matches.')}
      />
      {value === INVITE && (
        <Invite
          start={isInvited ? choice.invite : EMAIL.test(word) ? word : ''}
          level={isInvited ? choice.level : 'user'}
          isSaved={isInvited}
          pending={isRunning}
          onInvite={(invite, level) => {
            setInviting(false)
            run({ invite, level })
          }}
        />
      )}
    </li>
  )
}

interface PersonWordProps {
  person: UnknownPerson
  /** The member whom the word may mean; null for none. */
  likely: { id: string; name: string } | null
  pending: boolean
  onTake: (member: string) => void
}

/** The word of the file, how many rows have it, and the member whom it may mean. */
function PersonWord({ person, likely, pending, onTake }: PersonWordProps) {
  const { word, rows, choice, isRemembered } = person
  const { t } = useTranslation()
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere text-sm">
        <span dir="auto">{word}</span>{' '}
        <span className="whitespace-nowrap text-muted-foreground text-xs">
          {t('{{count}} rows', { count: rows, defaultValue_one: '{{count}} row' })}
          {isRemembered && choice !== null && ` · ${t('Remembered')}`}
        </span>
      </p>
      {likely && (
        <Button
          variant="link"
          size="sm"
          pending={pending}
          className="h-auto px-0"
          onClick={() => onTake(likely.id)}
        >
          {t('Is it {{name}}?', { name: likely.name })}
        </Button>
      )}
    </div>
  )
}

interface InviteProps {
  start: string
  level: PermissionLevel
  isSaved: boolean
  pending: boolean
  onInvite: (address: string, level: PermissionLevel) => void
}

function Invite({ start, level: before, isSaved, pending, onInvite }: InviteProps) {
  const { t } = useTranslation()
  const [address, setAddress] = useState(start)
  const [level, setLevel] = useState(before)
  const isSame = isSaved && address === start && level === before
  const reason = EMAIL.test(address.trim()) ? null : t('Please enter a valid email address.')
  return (
    <div className="flex flex-wrap items-center gap-2 sm:col-span-2">
      <Input
        type="email"
        aria-label={t('Email')}
        value={address}
        autoComplete="off"
        onChange={({ target }) => setAddress(target.value)}
        className="min-w-48 flex-1"
      />
      <LevelSelect value={level} onChange={setLevel} />
      <Button
        variant="outline"
        pending={pending}
        disabledReason={reason}
        onClick={() => onInvite(address.trim(), level)}
      >
        {isSame ? t('Invited with the import') : t('Invite')}
      </Button>
    </div>
  )
}
