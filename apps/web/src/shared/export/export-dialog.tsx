import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import {
  EXPORT_FORMATS,
  EXPORT_SEPARATORS,
  type ExportColumn,
  type ExportedFile,
  type ExportFormat,
  type ExportSeparator,
  type ExportShape,
} from '@cairn/workspace/port/exports'
import { Braces, FileText, type LucideIcon, Sheet } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDecimal } from '@/lib/text/numbers.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { ChoiceCards } from '@/ui/form/choice-cards.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { useExportFile } from './use-export-file.ts'
import { usualSeparator } from './usual-separator.ts'

/** The set of exported columns. */
export type ColumnSet = 'shown' | 'all'

interface ExportDialogProps {
  /** The title of the window, which names the list. */
  title: string
  /** The file name before the day: `systems`. */
  fileName: string
  /** The name of the sheet in a workbook. */
  sheet: string
  /** The columns of the file; where there is no choice, those of both sets are the same. */
  columns: Readonly<Record<ColumnSet, readonly ExportColumn[]>>
  /** The columns by which an import finds the rows again, where it can. */
  ids?: readonly ExportColumn[]
  write: (shape: ExportShape, signal: AbortSignal) => Promise<ExportedFile>
  onClose: () => void
}

const FORMATS = {
  csv: { label: 'CSV', icon: FileText },
  xlsx: { label: 'Excel', icon: Sheet },
  json: { label: 'JSON', icon: Braces },
} as const satisfies Record<ExportFormat, { label: string; icon: LucideIcon }>

const SEPARATORS = {
  ',': phrase('Comma (,)'),
  ';': phrase('Semicolon (;)'),
  '\t': phrase('Tab'),
} as const satisfies Record<ExportSeparator, Phrase>

/** Asks how to export a list, and shows the progress. Closing it ends the export. */
export function ExportDialog(props: ExportDialogProps) {
  const { title, fileName, sheet, columns, ids = [], write, onClose } = props
  const { t, i18n } = useTranslation()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [separator, setSeparator] = useState(() => usualSeparator(i18n.language))
  const [set, setSet] = useState<ColumnSet>('shown')
  // Programs need ids, people seldom do.
  const [chosenIds, setChosenIds] = useState<boolean | null>(null)
  const withIds = ids.length > 0 && (chosenIds ?? format === 'json')
  const { progress, start, stop } = useExportFile({ fileName, write, onDone: onClose })
  const close = () => {
    stop()
    onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void start({ format, separator, sheet, columns: [...(withIds ? ids : []), ...columns[set]] })
  }
  return (
    <EntityDialog
      open
      narrow
      onOpenChange={(next) => !next && close()}
      title={title}
      description={t('Exports what the list shows now.')}
      onSubmit={submit}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={progress !== null}>
            {t('Export')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ChoiceCards
          label={t('Format')}
          value={format}
          onChange={setFormat}
          options={EXPORT_FORMATS.map((value) => ({ value, ...FORMATS[value] }))}
        />
        {format === 'csv' && <SeparatorField separator={separator} onChange={setSeparator} />}
        {columns.all !== columns.shown && (
          <Field label={t('Columns')}>
            <Select value={set} onChange={({ target }) => setSet(target.value === 'all' ? 'all' : 'shown')}>
              <option value="shown">{t('As shown')}</option>
              <option value="all">{t('All')}</option>
            </Select>
          </Field>
        )}
        {ids.length > 0 && <WithIds checked={withIds} onChange={setChosenIds} />}
        <p role="status" className="text-muted-foreground text-sm tabular-nums empty:hidden">
          {progress !== null && <Progress {...progress} />}
        </p>
      </div>
    </EntityDialog>
  )
}

interface SeparatorFieldProps {
  separator: ExportSeparator
  onChange: (separator: ExportSeparator) => void
}

function SeparatorField({ separator, onChange }: SeparatorFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={t('Separator')}>
      <Select
        value={separator}
        onChange={({ target }) =>
          onChange(EXPORT_SEPARATORS.find((known) => known === target.value) ?? separator)
        }
      >
        {EXPORT_SEPARATORS.map((known) => (
          <option key={known} value={known}>
            {t(SEPARATORS[known])}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function WithIds({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden className="min-w-0 flex-1 text-sm">
        <span className="font-medium">{t('With ids')}</span>
        <span className="block text-muted-foreground text-xs">
          {t('An import finds the records again by them.')}
        </span>
      </span>
      <Switch label={t('With ids')} checked={checked} onChange={onChange} />
    </div>
  )
}

const MEGABYTE = 1_000_000

function Progress({ records, bytes }: { records: number | null; bytes: number }) {
  const { t, i18n } = useTranslation()
  if (records === null) return t('The file is being prepared.')
  const megabytes = formatDecimal(Math.round(bytes / (MEGABYTE / 10)) / 10, i18n.language)
  return t('{{megabytes}} MB of {{count}} rows so far', {
    megabytes,
    count: records,
    defaultValue_one: '{{megabytes}} MB of {{count}} row so far',
  })
}
