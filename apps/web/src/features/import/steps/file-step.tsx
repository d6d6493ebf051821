import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { ClipboardPaste, FileUp } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { FileButton } from '@/ui/form/file-button.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Awaited } from '@/ui/loading/awaited.tsx'
import { ProgressBar } from '@/ui/loading/progress-bar.tsx'
import type { Source } from '../reading/table-session.ts'
import type { ImportDraft } from '../state/import-draft.ts'
import { useDraftStore, useImportDraft } from '../state/use-import-draft.ts'
import { fileProblemText } from '../words/file-problem.ts'

/** The file types that the file picker offers. The content of a file decides its format. */
const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.yaml,.yml'

interface FileStepProps {
  kind: CatalogueKind
  onKind: (kind: CatalogueKind) => void
  /** Called when the file is read. */
  onRead: () => void
}

/** The step in which the user chooses or drops a file, or pastes cells. */
export function FileStep({ kind, onKind, onRead }: FileStepProps) {
  const { t } = useTranslation()
  const store = useDraftStore()
  const draft = useImportDraft()
  const [pasted, setPasted] = useState('')
  const { choose, isGoingOn } = useChoice(kind, draft, onRead)
  const take = async (file: File) =>
    choose({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
  const isReading = draft.progress !== null
  return (
    <Card>
      <CardHeader
        title={t('Choose a file')}
        description={t('CSV, Excel (.xlsx), JSON or YAML, with at most 50,000 rows.')}
      />
      <CardContent className="flex flex-col gap-5">
        <KindSelect kind={kind} onChange={onKind} />
        {/* While a file is read, what stands below stays where it is. */}
        <div className="grid *:[grid-area:1/1]">
          <DropZone onFile={(file) => void take(file)} problem={problemOf(draft)} isResting={isReading} />
          {isReading && <Reading draft={draft} onStop={store.stop} />}
        </div>
        <div className="flex flex-col items-start gap-2">
          <Field label={t('Or paste cells from a spreadsheet')} className="w-full">
            <Textarea
              value={pasted}
              onChange={({ target }) => setPasted(target.value)}
              spellCheck={false}
              className="min-h-16 font-mono"
            />
          </Field>
          <Button
            variant="outline"
            disabledReason={pasted.trim() === '' ? t('Paste cells first.') : null}
            onClick={() => choose({ name: t('Pasted cells'), text: pasted })}
          >
            <ClipboardPaste aria-hidden />
            {t('Use These Cells')}
          </Button>
        </div>
        {isReading && <Awaited />}
        {draft.preview && !isReading && !isGoingOn && <Chosen draft={draft} onRead={onRead} />}
      </CardContent>
    </Card>
  )
}

/** Reads the file that the user chooses here, and goes on then, but not when an earlier file is read again. */
function useChoice(kind: CatalogueKind, { progress, preview }: ImportDraft, onRead: () => void) {
  const store = useDraftStore()
  const [isChosen, setChosen] = useState(false)
  const isGoingOn = isChosen && progress === null && preview !== null
  const goOn = useEffectEvent(onRead)
  useEffect(() => {
    if (isGoingOn) goOn()
  }, [isGoingOn])
  function choose(source: Source) {
    store.choose(source, kind)
    setChosen(true)
  }
  return { choose, isGoingOn }
}

function problemOf({ problem, source }: ImportDraft) {
  return problem && { problem, name: source?.name ?? '' }
}

function KindSelect({ kind, onChange }: { kind: CatalogueKind; onChange: (kind: CatalogueKind) => void }) {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  const kinds = CATALOGUE_KINDS.filter((each) => isOn(CATALOGUES[each].feature))
  return (
    <Field label={t('The rows become')} className="max-w-64">
      <Select
        value={kind}
        onChange={({ target }) => {
          const chosen = kinds.find((each) => each === target.value)
          if (chosen) onChange(chosen)
        }}
      >
        {kinds.map((each) => (
          <option key={each} value={each}>
            {t(CATALOGUES[each].title)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface DropZoneProps {
  onFile: (file: File) => void
  problem: { problem: NonNullable<ImportDraft['problem']>; name: string } | null
  /** Whether it only keeps its room: something else stands there. */
  isResting: boolean
}

function DropZone({ onFile, problem, isResting }: DropZoneProps) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const problemId = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button in it does the same
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-col items-center gap-3 rounded-xl border border-dashed px-4 pt-8 pb-4 text-center transition-colors duration-100',
        isResting && 'invisible',
        isOver ? 'border-primary bg-primary-soft' : 'border-input',
      )}
    >
      <FileUp aria-hidden className="size-5 text-muted-foreground" />
      <p className="text-muted-foreground text-sm max-md:hidden">{t('Drop a file here, or')}</p>
      <FileButton accept={ACCEPTED} describedBy={problem ? problemId : undefined} onFile={onFile} />
      <p
        id={problemId}
        role="alert"
        className="wrap-anywhere min-h-6 max-w-md text-pretty text-destructive-foreground text-sm"
      >
        {problem && `${problem.name}: ${fileProblemText(problem.problem, t)}`}
      </p>
    </div>
  )
}

function Reading({ draft, onStop }: { draft: ImportDraft; onStop: () => void }) {
  const { t } = useTranslation()
  const name = draft.source?.name ?? ''
  return (
    <div className="flex flex-col justify-center gap-3 rounded-xl border px-4">
      <p className="wrap-anywhere text-sm">{t('Reading {{name}}…', { name })}</p>
      <ProgressBar label={t('Reading {{name}}…', { name })} share={draft.progress ?? 0} />
      <div>
        <Button variant="outline" size="sm" onClick={onStop}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}

function Chosen({ draft: { preview }, onRead }: { draft: ImportDraft; onRead: () => void }) {
  const { t } = useTranslation()
  const count = preview?.rowCount ?? 0
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border bg-muted/50 px-3 py-2">
      <p className="wrap-anywhere min-w-0 text-sm">
        <span className="font-medium">{preview?.name}</span>{' '}
        <span className="text-muted-foreground">
          {t('{{count}} rows', { count, defaultValue_one: '{{count}} row' })}
        </span>
      </p>
      <Button variant="outline" size="sm" onClick={onRead}>
        {t('Continue')}
      </Button>
    </div>
  )
}
