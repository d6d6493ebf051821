import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { useJoining } from './use-joining.ts'

/** The two answers to a newcomer: admits them as a viewer, or declines them; a toast says so. */
export function AdmissionButtons({ newcomer: { id, name } }: { newcomer: { id: string; name: string } }) {
  const { t } = useTranslation()
  const { change: admit, isPending: isAdmitting } = useJoining({
    write: (joining) => joining.admit(id),
    done: {
      title: t('{{name}} was admitted', { name }),
      description: t('They are now in the account as a viewer.'),
    },
    failed: t('Error admitting {{name}}', { name }),
  })
  const { change: decline, isPending: isDeclining } = useJoining({
    write: (joining) => joining.refuse(id),
    done: {
      title: t('{{name}} was declined', { name }),
      description: t('They cannot see anything in the account.'),
    },
    failed: t('Error declining {{name}}', { name }),
  })
  return (
    <div className="flex gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-label={t('Decline {{name}}', { name })}
        pending={isDeclining}
        onClick={() => decline(undefined)}
      >
        {t('Decline')}
      </Button>
      <Button
        data-accept
        size="sm"
        aria-label={t('Admit {{name}}', { name })}
        pending={isAdmitting}
        onClick={() => admit(undefined)}
      >
        {t('Admit')}
      </Button>
    </div>
  )
}
