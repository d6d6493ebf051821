import type { FoundChoice, FoundState } from '@cairn/workspace/port/found'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { useChangeFound, useIgnore, useTakeBack } from './use-found.ts'

interface FoundActionsProps {
  state: FoundState
  choice: FoundChoice
  count: number
  /** The kinds and sources of the selection. */
  origins: readonly { kind: CatalogueKind; source: string }[]
  onDone: () => void
}

/** The actions on the selection. */
export function FoundActions({ state, choice, count, origins, onDone }: FoundActionsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { found } = useWorkspace()
  const [first] = origins
  const isMixed = origins.some(({ kind, source }) => kind !== first?.kind || source !== first.source)
  const review = useChangeFound(
    (which: FoundChoice) => found.review(which),
    (plan) => void navigate(`/import?kind=${first?.kind}&plan=${encodeURIComponent(plan)}`),
  )
  const ignore = useIgnore(onDone)
  const takeBack = useTakeBack(onDone)
  return (
    <section aria-label={t('Selection')} className="flex flex-wrap items-center gap-2">
      {state === 'waiting' ? (
        <>
          <Button
            size="sm"
            pending={review.isPending}
            disabledReason={isMixed ? t('Review records of one kind and one source at a time.') : null}
            onClick={() => review.mutate(choice)}
          >
            {t('Review {{number}}', { number: count })}
          </Button>
          <Button
            size="sm"
            variant="outline"
            pending={ignore.isPending}
            onClick={() => ignore.mutate(choice)}
          >
            {t('Ignore')}
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          variant="outline"
          pending={takeBack.isPending}
          onClick={() => takeBack.mutate(choice)}
        >
          {t('Move back')}
        </Button>
      )}
    </section>
  )
}
