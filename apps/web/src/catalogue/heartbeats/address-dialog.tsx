import type { HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { CopyBlock } from './copy-block.tsx'
import { FirstCall } from './first-call.tsx'
import { recipes } from './recipes.ts'

interface AddressDialogProps {
  token: string
  kind: HeartbeatKind
  record: { id: string; name: string }
  onClose: () => void
}

/** The address that was just made, which is shown this once, with what calls it. */
export function AddressDialog({ token, kind, record, onClose }: AddressDialogProps) {
  const { t } = useTranslation()
  const { url } = useConfig()
  const address = `${url}/p/${token}`
  const all = recipes(address, t)
  const [chosen, choose] = useState(all[0]?.id)
  const recipe = all.find(({ id }) => id === chosen)
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      wide
      title={t('Address of {{name}}', { name: record.name })}
      description={t('This address is shown once. Whoever knows it can report for this record.')}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <div className="flex flex-col gap-5">
        <CopyButton text={address} />
        <Field label={t('How it is called')}>
          <Select value={chosen} onChange={({ target }) => choose(target.value)} className="max-w-60">
            {all.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
        {recipe && <CopyBlock key={recipe.id} label={recipe.title} text={recipe.text} />}
        <p className="text-pretty text-muted-foreground text-sm">
          {t(
            'Beside the plain address, /start reports that a run began, /fail that it failed, and /0 to /255 its exit code. What is sent along is kept as a note.',
          )}
        </p>
        <FirstCall kind={kind} recordId={record.id} />
      </div>
    </EntityDialog>
  )
}
