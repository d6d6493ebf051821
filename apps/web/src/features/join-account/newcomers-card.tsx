import type { Newcomer } from '@cairn/workspace/port/joining'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { joiningQueries } from '@/queries/joining.ts'
import { AdmissionButtons } from '@/shared/joining/admission-buttons.tsx'
import { useJoining } from '@/shared/joining/use-joining.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { ShortList } from '@/shared/short-list.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Switch } from '@/ui/form/switch.tsx'
import { SettingRow, SettingRows } from '@/ui/layout/setting-row.tsx'

/** For admins: whether people of the account's domain are admitted one by one, and who waits. */
export function NewcomersCard() {
  const { t } = useTranslation()
  const query = useQuery(joiningQueries.newcomers(useWorkspace()))
  const { change: setAdmission, pendingInput } = useJoining({
    write: (joining, needed: boolean) => joining.setAdmission(needed),
    done: { title: t('Settings saved') },
    failed: t('Error saving settings'),
  })
  const label = t('An admin admits newcomers from the domain')
  return (
    <LoadedCard
      title={t('Newcomers')}
      description={t('How people with an email address at your domain join the account.')}
      query={query}
      failure={t('The newcomers could not be loaded')}
      lines={1}
    >
      {({ needAdmission, waiting }) => (
        <>
          <SettingRows label={t('Newcomers')}>
            <SettingRow
              label={label}
              hint={t(
                'Off: they join immediately as viewers. On: they wait for an admin. People you invite never wait.',
              )}
            >
              <Switch
                label={label}
                checked={pendingInput ?? needAdmission}
                pending={pendingInput !== undefined}
                onChange={setAdmission}
              />
            </SettingRow>
          </SettingRows>
          {waiting.length > 0 && (
            <ShortList label={t('Waiting to be admitted')} items={waiting} className="mt-3 border-t">
              {(newcomer) => <NewcomerRow key={newcomer.id} newcomer={newcomer} />}
            </ShortList>
          )}
        </>
      )}
    </LoadedCard>
  )
}

function NewcomerRow({ newcomer: { id, name, email, waitingSince } }: { newcomer: Newcomer }) {
  const nowMs = useNow()
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium text-sm">{name}</p>
        <p className="wrap-anywhere text-muted-foreground text-xs">
          {email} · <Ago date={waitingSince} nowMs={nowMs} />
        </p>
      </div>
      <AdmissionButtons newcomer={{ id, name }} />
    </li>
  )
}
