import type { Archive } from '@cairn/workspace/port/archives'
import { Download, FileArchive } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { formatSize } from '@/lib/text/sizes.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { useKeptFocus } from '@/shared/use-kept-focus.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { ProgressBar } from '@/ui/loading/progress-bar.tsx'
import { UnderWay } from './under-way.tsx'
import { useArchiveChange } from './use-archive-change.ts'
import { useDownload } from './use-download.ts'

/** The archive of the account: none, one that is being made, or one that can be fetched. */
export function MadeArchive({ archive }: { archive: Archive | null }) {
  const { t } = useTranslation()
  if (archive?.state === 'ready') return <ReadyArchive archive={archive} />
  if (archive?.state === 'waiting' || archive?.state === 'working') return <ArchiveToBe archive={archive} />
  return (
    <div className="flex flex-col items-start gap-3">
      {archive?.state === 'failed' && (
        <p role="alert" className="text-destructive-foreground text-sm">
          {t('The last archive could not be made. Try again, or ask who runs this server.')}
        </p>
      )}
      <MakeButton />
    </div>
  )
}

function MakeButton({ isAgain = false }: { isAgain?: boolean }) {
  const { t } = useTranslation()
  const { archives } = useWorkspace()
  const { change, isChanging } = useArchiveChange({
    write: () => archives.request(),
    failed: t('The archive could not be made'),
  })
  return (
    <Button variant={isAgain ? 'outline' : 'default'} pending={isChanging} onClick={change}>
      {isAgain ? (
        t('Create New Archive')
      ) : (
        <>
          <FileArchive />
          {t('Create Archive')}
        </>
      )}
    </Button>
  )
}

function ArchiveToBe({ archive: { id, state, entries, bytes } }: { archive: Archive }) {
  const { t, i18n } = useTranslation()
  const { archives } = useWorkspace()
  const { change, isChanging } = useArchiveChange({
    write: () => archives.remove(id),
    failed: t('The archive could not be deleted'),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <UnderWay hint={t('You can go on meanwhile: the bell tells you when it is ready.')}>
        {state === 'waiting' || entries === 0
          ? t('The archive is being prepared…')
          : t('The archive is being made: {{size}}, {{count}} entries so far', {
              size: formatSize(bytes, i18n.language),
              count: entries,
              defaultValue_one: 'The archive is being made: {{size}}, {{count}} entry so far',
            })}
      </UnderWay>
      <Button variant="outline" pending={isChanging} onClick={change}>
        {t('Cancel')}
      </Button>
    </div>
  )
}

function ReadyArchive({ archive }: { archive: Archive }) {
  const { t, i18n } = useTranslation()
  const { bytes, entries, requestedAt, expiresAt } = archive
  const { share, start, stop } = useDownload(archive)
  const lines = useKeptFocus<HTMLDivElement>()
  return (
    <div {...lines} className="flex flex-col items-start gap-4">
      <div role="status">
        <p className="font-medium text-sm">
          {t('The archive of {{moment}} is ready', { moment: formatDateTime(requestedAt, i18n.language) })}
        </p>
        <p className="mt-0.5 text-pretty text-muted-foreground text-sm tabular-nums">
          {t('{{size}}, {{count}} entries. It is kept until {{moment}}.', {
            size: formatSize(bytes, i18n.language),
            count: entries,
            moment: formatDateTime(expiresAt, i18n.language),
            defaultValue_one: '{{size}}, {{count}} entry. It is kept until {{moment}}.',
          })}
        </p>
      </div>
      {share === null ? (
        <div className="flex flex-wrap gap-2">
          <Button onClick={start}>
            <Download />
            {t('Download')}
          </Button>
          <MakeButton isAgain />
          <DeleteButton id={archive.id} />
        </div>
      ) : (
        <div className="flex w-full max-w-md flex-col items-start gap-3">
          <div className="w-full">
            <ProgressBar label={t('Downloading the archive')} share={share} />
          </div>
          <Button variant="outline" onClick={stop}>
            {t('Cancel')}
          </Button>
        </div>
      )}
    </div>
  )
}

function DeleteButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const { archives } = useWorkspace()
  const [isAsked, setAsked] = useState(false)
  const { change, isChanging } = useArchiveChange({
    write: () => archives.remove(id),
    failed: t('The archive could not be deleted'),
    onSettled: () => setAsked(false),
  })
  return (
    <>
      <Button variant="ghost" onClick={() => setAsked(true)}>
        {t('Delete')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={t('Delete the archive?')}
        description={t('You can no longer download it. You can create a new one at any time.')}
        confirmLabel={t('Delete')}
        destructive
        pending={isChanging}
        onConfirm={change}
      />
    </>
  )
}
