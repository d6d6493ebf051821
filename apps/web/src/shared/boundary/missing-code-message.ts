import type { TFunction } from 'i18next'

/** Whether the server answers this page: then a file that is missing belongs to an older build. */
export async function serverAnswers(): Promise<boolean> {
  const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok === true
}

/** What is said of a part that could not be loaded, and what to do. */
export function missingCodeMessage(isUpdated: boolean, t: TFunction): string {
  return isUpdated
    ? t('Cairn has been updated. Reload the page to continue.')
    : t('The server cannot be reached. This will work again once it can.')
}
