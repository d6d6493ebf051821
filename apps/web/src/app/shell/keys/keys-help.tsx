import { useTranslation } from 'react-i18next'
import { isApple } from '@/lib/browser/key-chord.ts'
import { switchSingleKeys, useAreSingleKeysOn } from '@/shared/keys.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { Kbd } from '@/ui/display/kbd.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { SettingRow, SettingRows } from '@/ui/layout/setting-row.tsx'

/** All keys, and the switch for those that are pressed without Ctrl. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const areSingleKeysOn = useAreSingleKeysOn()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={t('Keyboard shortcuts')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <dl className="flex flex-col divide-y text-sm">
        {useKeys().map(({ keys, what }) => (
          <div key={what} className="flex items-center justify-between gap-4 py-2">
            <dt>{what}</dt>
            <dd className="flex shrink-0 gap-1 text-muted-foreground">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 border-t pt-4">
        <SettingRows label={t('Keyboard shortcuts')}>
          <SettingRow
            label={t('Single-key shortcuts')}
            hint={t('Switch them off if you use voice control or press keys by accident.')}
          >
            <Switch label={t('Single-key shortcuts')} checked={areSingleKeysOn} onChange={switchSingleKeys} />
          </SettingRow>
        </SettingRows>
      </div>
    </EntityDialog>
  )
}

function useKeys(): readonly { keys: readonly string[]; what: string }[] {
  const { t } = useTranslation()
  const control = isApple(navigator.platform) ? '⌘' : 'Ctrl'
  return [
    { keys: [control, 'K'], what: t('Open the command palette') },
    { keys: ['/'], what: t('Filter the list, or search') },
    { keys: ['c'], what: t('Create a record') },
    { keys: ['o'], what: t('Open a link of the open record') },
    { keys: [control, 'Enter'], what: t('Save the form') },
    { keys: [control, '⇧', 'Enter'], what: t('Create and open') },
    { keys: [control, 'Z'], what: t('Undo, while the message is shown') },
    { keys: ['↑', '↓'], what: t('Step through a list, and into it from its filter') },
    { keys: ['e'], what: t('Change a value of the row that has the focus') },
    { keys: ['j', 'k'], what: t('Step through the inbox') },
    { keys: ['e'], what: t('Accept what a line of the inbox asks') },
    { keys: ['h'], what: t('Snooze a line of the inbox') },
    { keys: ['m'], what: t('Mute a line of the inbox') },
    { keys: ['Esc'], what: t('From a list back to its filter') },
    { keys: [control, 'B'], what: t('Toggle sidebar') },
    { keys: ['F8'], what: t('Go to the latest message') },
    { keys: ['Esc'], what: t('Close the open dialog or menu') },
    { keys: ['?'], what: t('Show all keyboard shortcuts') },
  ]
}
