import type { ArchiveImport } from '@cairn/workspace/port/archives'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { errorMessage } from '@/i18n/error-message.ts'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { FileButton } from '@/ui/form/file-button.tsx'
import { ProgressBar } from '@/ui/loading/progress-bar.tsx'
import { UnderWay } from './under-way.tsx'
import { useTakeIn } from './use-take-in.ts'

interface TakeInArchiveProps {
  /** The state of the last restore from an archive. */
  taken: ArchiveImport | null
  isEmpty: boolean
}

/** The upload of an archive, from which the server restores. */
export function TakeInArchive({ taken, isEmpty }: TakeInArchiveProps) {
  const { t } = useTranslation()
  const { share, start, stop } = useTakeIn()
  const steps = useKeptFocus<HTMLDivElement>()
  const isWorkedAt = taken?.state === 'waiting' || taken?.state === 'working'
  return (
    <div {...steps}>
      {share !== null ? (
        <Uploading share={share} onStop={stop} />
      ) : isWorkedAt ? (
        <UnderWay
          hint={t('The server checks the whole file first. This takes some minutes where it is large.')}
        >
          {t('The archive is being restored…')}
        </UnderWay>
      ) : taken?.state === 'done' ? (
        <TakenIn entries={taken.entries} />
      ) : (
        <ChooseFile
          problem={taken?.problem ? errorMessage(taken.problem, t) : null}
          isEmpty={isEmpty}
          onFile={start}
        />
      )}
    </div>
  )
}

function Uploading({ share, onStop }: { share: number; onStop: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex max-w-md flex-col gap-3">
      <p className="font-medium text-sm">{t('The archive is being uploaded…')}</p>
      <ProgressBar label={t('The archive is being uploaded…')} share={share} />
      <div>
        <Button variant="outline" onClick={onStop}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}

function TakenIn({ entries }: { entries: number }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-4">
      <div role="status">
        <p className="font-medium text-sm">
          {t('The archive is restored: {{count}} entries', {
            count: entries,
            defaultValue_one: 'The archive is restored: {{count}} entry',
          })}
        </p>
        <p className="mt-0.5 text-pretty text-muted-foreground text-sm">
          {t('Its people are not invited yet. They are listed with your invitations.')}
        </p>
      </div>
      <Button asChild variant="outline">
        <Link to="/profile#invitations">{t('Manage invitations')}</Link>
      </Button>
    </div>
  )
}

interface ChooseFileProps {
  /** Why the last one was refused. */
  problem: string | null
  isEmpty: boolean
  onFile: (file: File) => void
}

function ChooseFile({ problem, isEmpty, onFile }: ChooseFileProps) {
  const problemId = useId()
  return (
    <div className="flex flex-col items-start gap-3">
      <p id={problemId} role="alert" className="text-pretty text-destructive-foreground text-sm empty:hidden">
        {problem}
      </p>
      {isEmpty && (
        <FileButton
          accept=".zip,application/zip"
          describedBy={problem ? problemId : undefined}
          onFile={onFile}
        />
      )}
    </div>
  )
}
