import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { DetailPreview } from '@cairn/workspace/port/records/details'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { detailQueries } from '@/queries/details.ts'
import { keysOfNews } from '@/queries/news.ts'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { failureReason, failureToast } from '@/shared/loading/failure-toast.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { ACT_TOAST_MS, useShowAct, useUndoAct } from '../acts/use-undo-act.ts'

/** The types that a label can become. */
const TYPES: Partial<Record<FieldType, Phrase>> = {
  text: phrase('Text'),
  long_text: phrase('Long text'),
  number: phrase('Number'),
  date: phrase('Date'),
  yes_no: phrase('Yes or no'),
  address: phrase('Web address'),
}

interface MakeFieldProps {
  kind: CatalogueKind
  details: Readonly<Record<string, unknown>>
}

/** The button by which an admin makes a custom field of a detail. */
export function MakeField({ kind, details }: MakeFieldProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal()('manage-fields', null)
  const isMember = useMe().kind === 'member'
  const labels = Object.keys(details).filter((label) => isPlain(details[label]))
  if (refusal !== null || !isMember || labels.length === 0) return null
  return (
    <>
      <Button variant="ghost" size="sm" className="print:hidden" onClick={() => setOpen(true)}>
        {t('Make a custom field of a detail')}
      </Button>
      {isOpen && <MakeFieldDialog kind={kind} labels={labels} onClose={() => setOpen(false)} />}
    </>
  )
}

function isPlain(value: unknown): boolean {
  return (
    typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '')
  )
}

interface MakeFieldDialogProps {
  kind: CatalogueKind
  labels: readonly string[]
  onClose: () => void
}

/** Says of which records the values would move, before anything changes. */
function MakeFieldDialog({ kind, labels, onClose }: MakeFieldDialogProps) {
  const { t } = useTranslation()
  const [label = '', setLabel] = useState(labels[0])
  const { data, error } = useQuery(detailQueries.preview(useWorkspace(), kind, label))
  const { make, isMaking } = useMakeField(kind, onClose)
  const isNothing = data?.moves === 0
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Make a custom field of a detail')}
      description={t(
        'All records of this kind get the field. Their values move from the details into it. You can undo this for 30 days. The field stays.',
      )}
      confirmLabel={t('Make field')}
      disabledReason={
        error ? failureReason(error, t) : isNothing ? t('No record has a value that can move.') : null
      }
      pending={isMaking || (data === undefined && !error)}
      onConfirm={() => make(label)}
    >
      <div className="flex flex-col gap-4">
        <Field label={t('Detail')}>
          <Select value={label} onChange={({ target }) => setLabel(target.value)}>
            {labels.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </Field>
        <div aria-live="polite" className="min-h-16 text-sm">
          {error && <p>{failureReason(error, t)}</p>}
          {data && <Counts preview={data} />}
        </div>
      </div>
    </ConfirmDialog>
  )
}

function Counts({ preview: { type, moves, stays, first } }: { preview: DetailPreview }) {
  const { t } = useTranslation()
  const word = TYPES[type]
  return (
    <>
      {word && <p>{t('Type: {{type}}', { type: t(word) })}</p>}
      <p>{t('Values that move: {{number}}', { number: moves })}</p>
      {stays > 0 && <p>{t('Values that stay in the details: {{number}}', { number: stays })}</p>}
      <ul className="mt-2 flex flex-col gap-1 text-muted-foreground text-xs empty:hidden">
        {first.map(({ id, name, value }) => (
          <li key={id} className="wrap-anywhere">{`${name}: ${value}`}</li>
        ))}
      </ul>
    </>
  )
}

/** Makes the field, tells how many values have moved, and offers to undo it. */
function useMakeField(kind: CatalogueKind, onDone: () => void) {
  const { t } = useTranslation()
  const { details } = useWorkspace()
  const queries = useQueryClient()
  const { mutate: undo } = useUndoAct()
  const showAct = useShowAct()
  const { mutate, isPending } = useMutation({
    mutationFn: (label: string) => details.makeField(kind, label),
    onSuccess({ moved, act }, label) {
      onDone()
      toast({
        title: t('Custom field made: {{name}}', { name: label }),
        description: t('Values moved: {{number}}', { number: moved }),
        durationMs: ACT_TOAST_MS,
        ...(act !== null && {
          action: { label: t('Undo'), onPress: () => undo({ act }), isUndo: true },
          alternative: showAct(act),
        }),
      })
    },
    onError: (error) => toast(failureToast(error, { title: t('The field could not be made') }, t)),
    onSettled() {
      for (const queryKey of [ownFieldQueries.all, ...keysOfNews([kind])])
        void queries.invalidateQueries({ queryKey })
    },
  })
  return { make: mutate, isMaking: isPending }
}
