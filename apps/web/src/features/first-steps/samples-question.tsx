import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { can } from '@cairn/workspace/rules/can'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { keysOfNews } from '@/queries/news.ts'
import { forgetSamples, wereSamplesSeen } from '@/session/guest-flag.ts'
import { useSave } from '@/shared/form/use-save.ts'
import { Button } from '@/ui/button/button.tsx'
import { Card, CardHeader } from '@/ui/layout/card.tsx'
import { addSamples, SAMPLE_COUNT } from './sample-records.ts'

/** Asks once who was a guest before whether the account should have the records that guests see. */
export function SamplesQuestion() {
  const [isOpen, setOpen] = useState(() => wereSamplesSeen(localStorage))
  const mayAdd = can(useMe(), 'change-appearance', null).allowed
  if (!isOpen || !mayAdd) return null
  return (
    <Question
      onAnswered={() => {
        forgetSamples(localStorage)
        setOpen(false)
      }}
    />
  )
}

function Question({ onAnswered }: { onAnswered: () => void }) {
  const { t } = useTranslation()
  const { take, isTaking } = useTakeSamples()
  return (
    <Card className="mb-4 pb-4">
      <CardHeader
        title={t('Take the {{count}} sample records along?', { count: SAMPLE_COUNT })}
        description={t('You saw them as a guest. In your account you can change and delete them.')}
        action={
          <>
            <Button variant="ghost" onClick={onAnswered}>
              {t('No, thanks')}
            </Button>
            <Button
              variant="outline"
              pending={isTaking}
              onClick={() => take(undefined, { onSuccess: onAnswered })}
            >
              {t('Take them along')}
            </Button>
          </>
        }
      />
    </Card>
  )
}

function useTakeSamples() {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  const { save, isSaving } = useSave({
    async write(_: undefined) {
      try {
        return await addSamples(workspace)
      } finally {
        for (const queryKey of keysOfNews(CATALOGUE_KINDS)) void queries.invalidateQueries({ queryKey })
      }
    },
    done: (count) => ({ title: t('Records added: {{count}}', { count }) }),
    failed: { title: t('The records were not added') },
    onSaved: () => undefined,
  })
  return { take: save, isTaking: isSaving }
}
