import { asPhrase } from '@cairn/workspace/lib/phrase'
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { JsonDetails } from '@/ui/display/json-details.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { type ComparedField, comparedField } from './compared-field.ts'
import {
  type DetailRow,
  type DetailsForm,
  detailLines,
  LABEL_MAX_LENGTH,
  VALUE_MAX_LENGTH,
} from './details-form.ts'

interface WithDetails {
  details: DetailsForm
}

/** The additional details, where they are not folded or have a line. */
export function foldedDetails(isOpen: boolean): ReactNode {
  return <FoldedDetails isOpen={isOpen} />
}

function FoldedDetails({ isOpen }: { isOpen: boolean }) {
  const { control } = useFormContext<WithDetails>()
  const { rows } = useWatch({ name: 'details', control })
  return (isOpen || rows.length > 0) && <DetailsField />
}

/** The additional details of a record, inside of a `FormProvider`: a label and a value a line. */
export function DetailsField() {
  const { t } = useTranslation()
  const id = useId()
  const { control } = useFormContext<WithDetails>()
  const { field, fieldState } = useController({ name: 'details', control })
  const { rows, kept } = field.value
  const lines = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const problem = fieldState.error?.message
  const setRows = (changed: readonly DetailRow[]) => field.onChange({ rows: changed, kept })

  const addRow = () => {
    setRows([...rows, { label: '', value: '' }])
    requestAnimationFrame(() => lines.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  const removeRow = (index: number) => {
    setRows(rows.filter((_, place) => place !== index))
    add.current?.focus()
  }
  return (
    <fieldset
      aria-describedby={problem && `${id}-error`}
      className="flex min-w-0 flex-col gap-2"
      onBlur={field.onBlur}
    >
      <legend className="mb-1.5 font-medium text-sm">{t('Additional Details')}</legend>
      {rows.length > 0 && (
        <ul ref={lines} className="flex flex-col gap-2">
          {rows.map((row, index) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and their inputs hold no state.
              key={index}
              row={row}
              number={index + 1}
              isInvalid={problem !== undefined}
              onChange={(changed) => setRows(rows.map((other, place) => (place === index ? changed : other)))}
              onRemove={() => removeRow(index)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button ref={mergeRefs(add, field.ref)} variant="outline" size="sm" onClick={addRow}>
          <Plus aria-hidden className="size-4" />
          {t('Add a detail')}
        </Button>
      </div>
      <p id={`${id}-error`} role="alert" className="text-destructive-foreground text-xs empty:hidden">
        {problem && t(asPhrase(problem))}
      </p>
      {Object.keys(kept).length > 0 && (
        <JsonDetails
          label={t('These details cannot be edited here. They stay as they are.')}
          details={kept}
        />
      )}
    </fieldset>
  )
}

function mergeRefs(
  own: { current: HTMLButtonElement | null },
  other: (element: HTMLButtonElement | null) => void,
) {
  return (element: HTMLButtonElement | null) => {
    own.current = element
    other(element)
  }
}

interface LineProps {
  row: DetailRow
  /** Its place, from 1. */
  number: number
  isInvalid: boolean
  onChange: (row: DetailRow) => void
  onRemove: () => void
}

function Line({ row, number, isInvalid, onChange, onRemove }: LineProps) {
  const { t } = useTranslation()
  const invalid = isInvalid && { 'aria-invalid': true as const }
  return (
    <li className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-1.5 sm:grid-cols-[2fr_3fr] sm:gap-2">
        <Input
          aria-label={t('Label of detail {{number}}', { number })}
          placeholder={t('Label')}
          autoComplete="off"
          maxLength={LABEL_MAX_LENGTH}
          value={row.label}
          onChange={(event) => onChange({ ...row, label: event.target.value })}
          {...invalid}
        />
        <Textarea
          aria-label={t('Value of detail {{number}}', { number })}
          placeholder={t('Value')}
          rows={1}
          maxLength={VALUE_MAX_LENGTH}
          className="min-h-0"
          value={row.value}
          onChange={(event) => onChange({ ...row, value: event.target.value })}
          {...invalid}
        />
      </div>
      <IconButton icon={X} label={t('Remove detail {{number}}', { number })} onClick={onRemove} />
    </li>
  )
}

/** How the additional details are shown where two states of them are compared. */
export function useComparedDetails<Form extends WithDetails>(): ComparedField<Form> {
  const { t } = useTranslation()
  return comparedField<Form>('details', t('Additional Details'), ({ details }) => detailLines(details))
}
