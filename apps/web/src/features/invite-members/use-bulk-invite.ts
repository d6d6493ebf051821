import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { InvitedPeople, NewInvitation } from '@cairn/workspace/port/invitations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { useDebounced } from '@/lib/hooks/use-debounced.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { invitationQueries } from '@/queries/invitations.ts'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'
import {
  askableAddresses,
  type ListedPerson,
  MAX_CHARACTERS,
  MAX_PEOPLE,
  REPEATED,
  readPeople,
  writePeople,
} from './people-list.ts'
import { useInvitationChange } from './use-invitations.ts'

type Alike = Pick<NewInvitation, 'department' | 'permissionLevel'>
/** The reasons why people are not invited, by address. The people in `unsent` may be tried again unchanged. */
type Refusals = Pick<InvitedPeople, 'problems' | 'unsent'>

const EMPTY: Alike = { department: '', permissionLevel: 'viewer' }
const NO_REFUSALS: Refusals = { problems: [], unsent: [] }
/** After a pause in typing, the server looks up who is known already. */
const PAUSE_MS = 400

/**
 * Manages a list of people that the user corrects and invites in one step. The text is the source: the people are read
 * from it.
 */
export function useBulkInvite(onDone: () => void) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [alike, setAlike] = useState(EMPTY)
  const [refusals, setRefusals] = useState(NO_REFUSALS)
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const { people, fit, wrong } = usePeople(text, refusals, isSending)
  const { change, isPending } = useInvitationChange({
    write: (invitations, input: Alike) => invitations.sendMany({ ...input, people: fit }),
    done: (answer) => toastOf(answer, t),
    failed: {
      title: t('Error adding team member'),
      otherwise: t('There was a problem adding the team member.'),
    },
  })
  const problem = problemOfList({ text, fit: fit.length, wrong: wrong.length }, t)
  const department = alike.department.trim()

  function reset() {
    setText('')
    setAlike(EMPTY)
    setRefusals(NO_REFUSALS)
    setTried(false)
    setSending(false)
  }

  /** Removes the invited people from the list; the others stay with the reason. */
  function take({ invited, ...refused }: InvitedPeople) {
    if (refused.problems.length + refused.unsent.length === 0) {
      onDone()
      return
    }
    setSending(false)
    const gone = new Set(invited)
    setRefusals(refused)
    if (gone.size > 0) setText(writePeople(fit.filter(({ email }) => !gone.has(email))))
  }

  function send() {
    setTried(true)
    if (problem !== null || department === '') return
    setSending(true)
    change({ ...alike, department }, { onSuccess: take, onError: () => setSending(false) })
  }

  return {
    text,
    setText,
    alike,
    setAlike,
    people,
    fit: fit.length,
    /** The problem of the list; an empty list is none before the first attempt. */
    problem: isTried || people.length > 0 ? problem : null,
    departmentProblem: isTried && department === '' ? t('Department is required') : null,
    /** Keeps only the people who can be invited; null where nobody would be left out, or nobody left. */
    leaveOut: wrong.length > 0 && fit.length > 0 ? () => setText(writePeople(fit)) : null,
    send,
    reset,
    isPending,
  }
}

/**
 * Finds the people who are members or invited already, as far as known. Sending reports them in any case: from then
 * until the answer, and once all are invited, the list stays as it was, whatever other admins do.
 */
function useKnown(listed: readonly ListedPerson[], isSending: boolean): InvitedPeople['problems'] {
  const emails = useDebounced(
    useMemo(() => askableAddresses(listed), [listed]),
    PAUSE_MS,
  )
  const { data } = useQuery({
    ...invitationQueries.problems(useWorkspace(), emails),
    enabled: emails.length > 0,
    placeholderData: keepPreviousData,
  })
  return isSending || data === undefined ? NO_REFUSALS.problems : data
}

/** Reads the people of a text with the problems of each, found here or reported by the server. */
function usePeople(text: string, refusals: Refusals, isSending: boolean) {
  const listed = useMemo(() => readPeople(text), [text])
  const known = useKnown(listed, isSending)
  const { t } = useTranslation()
  return useMemo(() => {
    const { problems, unsent } = refusals
    const said = [...problems, ...unsent, ...known]
    const reasons = new Map(said.map(({ email, ...reason }) => [email, asPhrase(errorMessage(reason, t))]))
    const mayBeRetried = new Set(unsent.map(({ email }) => email))
    for (const { email } of known) mayBeRetried.delete(email)
    const people = listed.map(
      (person): ListedPerson => ({ ...person, problem: person.problem ?? reasons.get(person.email) ?? null }),
    )
    const isFit = ({ email, problem }: ListedPerson) =>
      problem === null || (problem === reasons.get(email) && mayBeRetried.has(email))
    return {
      people,
      fit: people.filter(isFit),
      wrong: people.filter((person) => !isFit(person) && person.problem !== REPEATED),
    }
  }, [listed, known, refusals, t])
}

interface ListSizes {
  text: string
  fit: number
  wrong: number
}

function problemOfList({ text, fit, wrong }: ListSizes, t: TFunction): string | null {
  if (text.length > MAX_CHARACTERS || fit > MAX_PEOPLE)
    return t('You can invite at most {{most}} people at once.', { most: MAX_PEOPLE })
  if (wrong > 0) return t('Correct or remove the people who cannot be invited: {{count}}.', { count: wrong })
  return fit === 0 ? t('Paste at least one address') : null
}

function toastOf({ invited, problems, unsent }: InvitedPeople, t: TFunction): ToastInput {
  const count = invited.length
  if (problems.length + unsent.length === 0)
    return { title: t('Team members invited'), description: t('Invitations sent: {{count}}.', { count }) }
  return {
    variant: 'destructive',
    title: count === 0 ? t('Nobody was invited') : t('Some people were not invited'),
    description: t('Invitations sent: {{count}}. The list shows what is wrong with the others.', { count }),
  }
}
