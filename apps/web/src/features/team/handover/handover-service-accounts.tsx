import type { ServiceAccount } from '@cairn/workspace/port/tokens'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ReceiverChoice, type Receivers } from '@/catalogue/handover/receiver-choice.tsx'
import { formatNumber } from '@/lib/text/numbers.ts'
import type { useHandoverChoices } from './handover-choices.ts'

interface HandoverServiceAccountsProps {
  all: readonly ServiceAccount[]
  receivers: Receivers
  choices: ReturnType<typeof useHandoverChoices>
}

/** The service accounts of a member, with the choice of who gets each: a member, or nobody. */
export function HandoverServiceAccounts({ all, receivers, choices }: HandoverServiceAccountsProps) {
  const { t, i18n } = useTranslation()
  const title = t('Service Accounts')
  return (
    <section className="rounded-lg border">
      <h3 className="flex items-center gap-2.5 px-3 pt-2.5 font-medium text-sm">
        <KeyRound aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        <span>
          {title}{' '}
          <span className="text-muted-foreground tabular-nums">
            {formatNumber(all.length, i18n.language)}
          </span>
        </span>
      </h3>
      <p className="px-3 pt-1 pb-2.5 text-muted-foreground text-xs">
        {t('Their tokens open nothing from now on. The next owner rotates those that are still used.')}
      </p>
      <ul aria-label={title} className="divide-y border-t px-3">
        {all.map(({ id, name, purpose }) => (
          <li
            key={id}
            className="grid gap-x-4 gap-y-1.5 py-2.5 md:grid-cols-[minmax(0,1fr)_14rem] md:items-center"
          >
            <div className="min-w-0 text-sm">
              <p dir="auto" className="wrap-anywhere font-medium">
                {name}
              </p>
              {purpose !== '' && (
                <p dir="auto" className="wrap-anywhere text-muted-foreground text-xs">
                  {purpose}
                </p>
              )}
            </div>
            <ReceiverChoice
              label={t('Who gets {{record}}', { record: name })}
              people={receivers.expert}
              isKnown={receivers.isKnown}
              nobody={t('Without an owner')}
              value={choices.chosenForAccount(id)}
              onChange={(to) => choices.chooseForAccount(id, to)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
