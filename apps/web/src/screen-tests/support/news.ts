import type { NewsSubject } from '@cairn/workspace/port/news'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { vi } from 'vitest'

/** Lets the open screen hear at once that colleagues changed something, as from another tab of this browser. */
export async function tellOfNews(workspace: Workspace, changed: readonly NewsSubject[]): Promise<void> {
  const { membership } = await workspace.news.within(0)
  vi.spyOn(workspace.news, 'within').mockResolvedValueOnce({ membership, changed })
  const channel = new BroadcastChannel('cairn-news')
  channel.postMessage(null)
  channel.close()
}
