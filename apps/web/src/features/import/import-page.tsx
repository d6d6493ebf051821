import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { BackLink } from '@/ui/layout/back-link.tsx'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import { ImportSteps } from './import-steps.tsx'

/** A file becomes records, in steps that one can go back through. */
export function ImportPage() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const refusal = useRefusal()('create-record', null)
  const isOn = useIsFeatureOn()
  const asked = CATALOGUE_KINDS.find((each) => each === params.get('kind'))
  const kind = asked ?? CATALOGUE_KINDS.find((each) => isOn(CATALOGUES[each].feature)) ?? 'system'
  const { path, title } = CATALOGUES[kind]
  return (
    <>
      <BackLink to={path}>{t(title)}</BackLink>
      <PageHeader title={t('Import')} subtitle={t('Takes records over from a file or a spreadsheet.')} />
      {refusal === null ? <ImportSteps kind={kind} /> : <CardNote>{refusal}</CardNote>}
    </>
  )
}
