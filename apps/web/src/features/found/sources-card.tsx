import type { FoundSource } from '@cairn/workspace/port/found'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { foundQueries } from '@/queries/found.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { useChangeFound } from './use-found.ts'

/** Scripts run daily or weekly: after so long without one, somebody should look. */
const SILENT_AFTER_MS = 8 * 24 * 60 * 60 * 1_000

interface ShownKey {
  name: string
  secret: string
}

/** The sources of the account: managers add them, renew their keys and delete them. */
export function SourcesCard() {
  const { t } = useTranslation()
  const query = useQuery(foundQueries.sources(useWorkspace()))
  return (
    <LoadedCard
      title={t('Sources')}
      description={t(
        'A script sends what it finds with the key of its source, and can read nothing with it.',
      )}
      query={query}
      failure={t('The sources could not be loaded')}
      lines={1}
    >
      {(sources) => <Sources sources={sources} />}
    </LoadedCard>
  )
}

function Sources({ sources }: { sources: readonly FoundSource[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<ShownKey | null>(null)
  const [asked, setAsked] = useState<{ source: FoundSource; does: 'renew' | 'delete' } | null>(null)
  return (
    <div className="flex flex-col gap-5">
      {sources.length > 0 && (
        <ul aria-label={t('Sources')} className="divide-y rounded-md border">
          {sources.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              onRenew={() => setAsked({ source, does: 'renew' })}
              onDelete={() => setAsked({ source, does: 'delete' })}
            />
          ))}
        </ul>
      )}
      {shown && <KeyOnce {...shown} />}
      <AddSource onAdded={setShown} />
      {asked?.does === 'renew' && (
        <RenewKey source={asked.source} onRenewed={setShown} onClose={() => setAsked(null)} />
      )}
      {asked?.does === 'delete' && <DeleteSource source={asked.source} onClose={() => setAsked(null)} />}
    </div>
  )
}

interface SourceRowProps {
  source: FoundSource
  onRenew: () => void
  onDelete: () => void
}

function SourceRow({ source: { name, lastSeenAt }, onRenew, onDelete }: SourceRowProps) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const isSilent = lastSeenAt !== null && nowMs - lastSeenAt.getTime() > SILENT_AFTER_MS
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <div className="min-w-32 flex-1">
        <p dir="auto" className="wrap-anywhere font-medium text-sm">
          {name}
        </p>
        <p className={cn('text-xs', isSilent ? 'text-warning-foreground' : 'text-muted-foreground')}>
          {lastSeenAt === null && t('Has sent nothing yet')}
          {lastSeenAt && <>{isSilent ? t('Has stopped sending') : t('Last seen')}: </>}
          {lastSeenAt && <Ago date={lastSeenAt} nowMs={nowMs} />}
        </p>
      </div>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('Renew the key of {{name}}', { name })}
        onClick={onRenew}
      >
        {t('Renew Key')}
      </Button>
      <Button size="sm" variant="ghost" aria-label={t('Delete {{name}}', { name })} onClick={onDelete}>
        {t('Delete')}
      </Button>
    </li>
  )
}

/** The key, which nobody can read again, and where a script sends to. */
function KeyOnce({ name, secret }: ShownKey) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('Key of {{name}}', { name })} className="rounded-md bg-muted p-3 text-sm">
      <p className="font-medium">{t('Copy the key of {{name}} now. It is not shown again.', { name })}</p>
      <p className="mt-2">
        <CopyButton text={secret} />
      </p>
      <p className="mt-2 text-muted-foreground text-xs">{t('Scripts send to this address:')}</p>
      <CopyButton text={`${location.origin}/functions/v1/found`} />
    </section>
  )
}

function AddSource({ onAdded }: { onAdded: (shown: ShownKey) => void }) {
  const { t } = useTranslation()
  const { found } = useWorkspace()
  const [name, setName] = useState('')
  const add = useChangeFound(
    async (given: string) => ({ name: given, secret: await found.addSource(given) }),
    (shown) => {
      setName('')
      onAdded(shown)
    },
  )
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') add.mutate(name.trim())
      }}
    >
      <Field
        label={t('New source')}
        hint={t('Records keep its name as where they come from, so it stays as it is.')}
        className="min-w-48 flex-1"
      >
        <Input value={name} maxLength={120} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Button
        type="submit"
        pending={add.isPending}
        disabledReason={name.trim() === '' ? t('Enter a name first.') : null}
      >
        {t('Add Source')}
      </Button>
    </form>
  )
}

interface AskProps {
  source: FoundSource
  onClose: () => void
}

function RenewKey({
  source: { id, name },
  onRenewed,
  onClose,
}: AskProps & { onRenewed: (shown: ShownKey) => void }) {
  const { t } = useTranslation()
  const { found } = useWorkspace()
  const renew = useChangeFound(
    (source: string) => found.renewKey(source),
    (secret) => {
      onRenewed({ name, secret })
      onClose()
    },
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Renew the key of {{name}}?', { name })}
      description={t('Scripts that have the former key are refused from now on.')}
      confirmLabel={t('Renew Key')}
      pending={renew.isPending}
      onConfirm={() => renew.mutate(id)}
    />
  )
}

function DeleteSource({ source: { id, name }, onClose }: AskProps) {
  const { t } = useTranslation()
  const { found } = useWorkspace()
  const remove = useChangeFound((source: string) => found.deleteSource(source), onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the source {{name}}?', { name })}
      description={t('Its key ends. What it has sent stays.')}
      confirmLabel={t('Delete')}
      destructive
      pending={remove.isPending}
      onConfirm={() => remove.mutate(id)}
    />
  )
}
