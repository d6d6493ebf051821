import type { TFunction } from 'i18next'

/** What people call a column of a record; the column's own name where nobody has given it one. */
export function fieldName(column: string, t: TFunction): string {
  switch (column) {
    case 'name':
      return t('Name')
    case 'title':
      return t('Title')
    case 'description':
      return t('Description')
    case 'excerpt':
      return t('Excerpt')
    case 'content':
      return t('Content')
    case 'category':
      return t('Category')
    case 'status':
      return t('Status')
    case 'owner_id':
      return t('Owner')
    case 'author_id':
      return t('Author')
    case 'system_id':
      return t('System')
    case 'platform':
      return t('Platform')
    case 'source':
      return t('Source')
    case 'webhook_url':
      return t('Webhook URL')
    case 'use_cases':
      return t('Use Cases')
    case 'users':
      return t('Users')
    case 'related_systems':
      return t('Related Systems')
    case 'experts':
      return t('System Experts')
    case 'automations':
      return t('Related Automations')
    case 'agents':
      return t('Related Agents')
    case 'details':
      return t('Additional Details')
    default:
      return column
  }
}
