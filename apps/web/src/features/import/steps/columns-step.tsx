import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Skeleton } from '@/ui/loading/skeleton.tsx'
import { useImportTargets } from '../matching/use-import-targets.ts'
import { useMapping } from '../matching/use-mapping.ts'
import type { ImportTarget, Mapping } from '../reading/mapping.ts'
import type { Preview } from '../reading/preview.ts'
import { useDraftStore } from '../state/use-import-draft.ts'
import { ColumnRow } from './column-row.tsx'
import { MeetingRows } from './meeting-rows.tsx'
import { NewFieldDialog } from './new-field-dialog.tsx'

export interface ReadyMapping {
  mapping: Mapping
  targets: readonly ImportTarget[]
}

interface ColumnsStepProps {
  kind: CatalogueKind
  preview: Preview
  /** Below it: the buttons, once the columns are matched. */
  children: (ready: ReadyMapping | null) => React.ReactNode
}

/** Which field takes each column, what words mean, and by what rows meet the records that are there. */
export function ColumnsStep({ kind, preview, children }: ColumnsStepProps) {
  const { t } = useTranslation()
  const { setMapping } = useDraftStore()
  const targets = useImportTargets(kind)
  const mapping = useMapping(kind, targets)
  const [newFor, setNewFor] = useState<number | null>(null)
  const change = (next: Mapping) => setMapping(kind, next)
  return (
    <Card>
      <CardHeader
        title={t('Columns and fields')}
        description={t(
          'Choose the field that takes each column. Your account remembers it for the next file.',
        )}
      />
      <CardContent className="in-order flex flex-col gap-5">
        {mapping && targets ? (
          <>
            <ul aria-label={t('Columns')} className="in-order divide-y">
              {preview.columns.map(({ samples }, column) => (
                <ColumnRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                  key={column}
                  {...{ kind, column, samples, mapping, targets }}
                  head={preview.head}
                  onChange={change}
                  onNew={() => setNewFor(column)}
                />
              ))}
            </ul>
            <MeetingRows mapping={mapping} targets={targets} onChange={change} />
          </>
        ) : (
          <div aria-busy className="flex flex-col gap-4">
            <span className="sr-only">{t('Loading...')}</span>
            <Skeleton className="w-2/5" />
            <Skeleton className="w-1/2" />
            <Skeleton className="w-1/3" />
          </div>
        )}
        {children(mapping && targets && { mapping, targets })}
        {newFor !== null && mapping && (
          <NewFieldDialog
            {...{ kind, preview, mapping }}
            column={newFor}
            onAdded={change}
            onClose={() => setNewFor(null)}
          />
        )}
      </CardContent>
    </Card>
  )
}
