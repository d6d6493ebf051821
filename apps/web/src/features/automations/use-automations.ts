import { useTranslation } from 'react-i18next'
import { byAge } from '@/catalogue/orders.ts'
import { useCatalogue } from '@/catalogue/use-catalogue.ts'
import { useDeleteRecord } from '@/catalogue/use-delete-record.ts'
import { useSaveRecord, useSetStatus } from '@/catalogue/use-writes.ts'
import { automationQueries } from '@/queries/automations.ts'
import { useWorkspace } from '@/queries/context.tsx'
import type { Shelf } from '@/queries/list-cache.ts'
import { solutionQueries } from '@/queries/solutions.ts'
import type { Automation, AutomationStatus } from '@/workspace/port/automations.ts'
import { type AutomationForm, changeOf, newAutomationOf } from './automation-form.ts'

/** The account's automations, the newest first. */
export function useAutomations() {
  const { t } = useTranslation()
  return useCatalogue(automationQueries.records(useWorkspace()), {
    title: t('Error loading automations'),
    message: t('Failed to fetch automations. Please try again.'),
  })
}

function useShelf(): Shelf<Automation> {
  return { records: automationQueries.records(useWorkspace()), order: byAge }
}

/** Saves a new or a changed automation. */
export function useSaveAutomation({ onTaken }: { onTaken: (message: string) => void }) {
  const { t } = useTranslation()
  const { automations } = useWorkspace()
  return useSaveRecord<Automation, AutomationForm>({
    shelf: useShelf(),
    add: (form) => automations.add(newAutomationOf(form)),
    update: (automation, form) => automations.update(automation.id, changeOf(form), automation.version),
    done: ({ name }, isNew) =>
      isNew
        ? { title: t('Automation created'), description: t('Automation has been created.') }
        : {
            title: t('Automation updated'),
            description: t('{{name}} has been updated successfully', { name }),
          },
    failed: (isNew) => ({
      title: t('Error'),
      says: (message) =>
        isNew
          ? t('Failed to create automation: {{message}}', { message })
          : t('Failed to update automation: {{message}}', { message }),
      signedOutTitle: t('Authentication Error'),
    }),
    onTaken,
  })
}

/** Activates and deactivates an automation. */
export function useSetAutomationStatus() {
  const { t } = useTranslation()
  const { automations } = useWorkspace()
  return useSetStatus<Automation, AutomationStatus>({
    shelf: useShelf(),
    write: automations.setStatus,
    done: ({ name, status }) =>
      status === 'active'
        ? { title: t('Automation activated'), description: t('{{name}} has been activated', { name }) }
        : { title: t('Automation deactivated'), description: t('{{name}} has been deactivated', { name }) },
    failed: {
      title: t('Error'),
      says: (message) => t('Failed to update automation: {{message}}', { message }),
    },
  })
}

/** Deletes an automation; solutions that it belongs to lose it. */
export function useDeleteAutomation() {
  const { t } = useTranslation()
  const { automations } = useWorkspace()
  return useDeleteRecord<Automation>({
    kind: 'automation',
    shelf: useShelf(),
    remove: automations.remove,
    done: { title: t('Automation deleted'), description: t('The automation has been deleted successfully') },
    failed: {
      title: t('Error'),
      says: (message) => t('Failed to delete automation: {{message}}', { message }),
    },
    makesStale: [solutionQueries.all],
  })
}
