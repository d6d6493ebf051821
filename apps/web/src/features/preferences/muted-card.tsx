import type { Muted } from '@cairn/workspace/port/inbox'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mutedName } from '@/catalogue/inbox/muted-name.ts'
import { useQuiet } from '@/catalogue/inbox/use-quiet.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { inboxQueries } from '@/queries/inbox.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'

/** The reasons and records that the user has muted, with the way back. */
export function MutedCard() {
  const { t } = useTranslation()
  const query = useQuery(inboxQueries.muted(useWorkspace()))
  return (
    <LoadedCard
      title={t('Muted')}
      description={t('What you muted in the inbox. You are neither notified nor emailed about it.')}
      query={query}
      failure={t('What you muted could not be loaded')}
      lines={1}
    >
      {(muted) =>
        muted.length > 0 ? (
          <MutedList muted={muted} />
        ) : (
          <p className="text-muted-foreground text-sm">{t('Nothing is muted.')}</p>
        )
      }
    </LoadedCard>
  )
}

function MutedList({ muted }: { muted: readonly Muted[] }) {
  const { t } = useTranslation()
  const list = useKeptFocus<HTMLUListElement>()
  const { quiet, isMuting } = useQuiet()
  return (
    <ul {...list} aria-label={t('Muted')} className="divide-y">
      {muted.map((what) => {
        const name = mutedName(what, t)
        return (
          <li
            key={'record' in what ? what.record.id : what.reason}
            className="flex items-center justify-between gap-4 py-2"
          >
            <span className="wrap-anywhere min-w-0 text-sm">{name}</span>
            <Button
              size="sm"
              variant="outline"
              aria-label={t('Unmute {{what}}', { what: name })}
              disabled={isMuting}
              onClick={() => quiet.mute({ what, muted: false })}
            >
              {t('Unmute')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
