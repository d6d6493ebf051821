import { CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ListedPerson, REPEATED } from './people-list.ts'

/** The people who were read, each with what is wrong. */
export function BulkInviteList({ people }: { people: readonly ListedPerson[] }) {
  const { t } = useTranslation()
  return (
    // A list that scrolls is within reach of the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as said above
    <ul aria-label={t('People')} tabIndex={0} className="max-h-56 divide-y overflow-y-auto rounded-md border">
      {people.map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand there twice
        <Row key={index} person={person} />
      ))}
    </ul>
  )
}

function Row({ person: { email, name, problem } }: { person: ListedPerson }) {
  const { t } = useTranslation()
  const isSkipped = problem === REPEATED
  const Icon = problem === null ? CircleCheck : isSkipped ? CircleMinus : CircleAlert
  const styles = problem === null ? 'text-success-foreground' : isSkipped ? '' : 'text-destructive-foreground'
  return (
    <li className="flex gap-2 px-3 py-2 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${styles || 'text-muted-foreground'}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{name}</span> <span className="text-muted-foreground">{email}</span>
        {problem !== null && (
          <span className={`block text-xs ${styles || 'text-muted-foreground'}`}>
            {t(problem)} {isSkipped && t('They get one invitation.')}
          </span>
        )}
      </span>
    </li>
  )
}
