import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  card,
  expectAddress,
  expectCount,
  expectGone,
  expectScreen,
  expectText,
  expectTexts,
  expectToast,
  fact,
  focus,
  namesIn,
  openDetails,
  press,
} from './support/look.ts'

// Guests look at the examples.

const banner = page.getByRole('banner')
const notSaved = (things: string) => `${things} aren't saved in guest mode. Please sign up for full access.`

describe('guest mode', () => {
  it('[GUEST-01, 02, 03, 04, 05, 06, 13, PERM-17] lets somebody in without an account', async () => {
    await openApp('/auth', { as: 'visitor' })
    await page.getByRole('button', { name: 'Continue as Guest' }).click()
    await expectToast('Guest mode enabled', 'You are now browsing as a guest. Some features may be limited.')
    await expectScreen('Dashboard')
    await expect.element(banner.getByText('Guest Mode', { exact: true })).toBeVisible()
    expect(localStorage.getItem('guest-mode')).toBe('true')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect.element(page.getByRole('menu')).toHaveTextContent('Guest User')
    await expect.element(page.getByRole('menu')).toHaveTextContent('Viewer')

    // The browser keeps it.
    await openApp('/', { as: 'visitor' })
    await expect.element(banner.getByText('Guest Mode', { exact: true })).toBeVisible()
    await openApp('/auth', { as: 'visitor' })
    await expectScreen('Dashboard')
  })

  it('[GUEST-07, 08, 09, 10, 11, DIS-13] is forgotten by leaving it, which leads to the door', async () => {
    await openApp('/')
    localStorage.setItem('guest-mode-permission', 'admin')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
    await expectToast('Guest mode disabled', 'Please sign in to access all features.')
    await expectAddress('/auth')
    await expect.element(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    expect(localStorage.getItem('guest-mode')).toBeNull()
    expect(localStorage.getItem('guest-mode-permission')).toBeNull()
    await openApp('/systems', { as: 'visitor' })
    await expectAddress('/auth')
  })
})

it('[GUEST-22, 23, 24, 25] shows three well-known products as example systems', async () => {
  await openApp('/systems')
  await expectTexts(namesIn('Systems'), ['Salesforce', 'SAP ERP', 'ServiceNow'])
  const rows = page.getByRole('table', { name: 'Systems' }).getByCss('tbody tr')
  for (const [index, purpose] of [
    /Customer relationship management/,
    /Enterprise resource planning/,
    /IT service management/,
  ].entries()) {
    const cells = rows.nth(index).getByRole('cell')
    await expectText(cells.nth(1), purpose)
    await expectText(cells.nth(2), 'Active')
    await expectText(cells.nth(3), 'No owner assigned')
    await expectText(cells.nth(4), /^[A-Z][a-z]{2} \d+, 2023$/)
  }
  const details = await openDetails('SAP ERP')
  await expect.element(fact(details, 'Status').first()).toHaveTextContent('Active')
  await expect.element(details.getByCss('pre')).toHaveTextContent('"category": "ERP"')
})

it('[TEAM-23, GUEST-27, GUEST-32] shows five sample members', async () => {
  await openApp('/team')
  const names = page.getByRole('table', { name: 'Team Directory' }).getByCss('tbody tr td:first-child')
  await expectTexts(names, [/Alex Example/, /Bo Sample/, /Chris Placeholder/, /Dana Demo/, /Eli Specimen/])
  await page.getByPlaceholder('Search team members...').fill('demo')
  await expectTexts(names, [/Dana Demo/])
})

it('[DIS-05] shows a sample member', async () => {
  await openApp('/team')
  await page.getByRole('table').getByRole('button', { name: 'Dana Demo' }).click()
  await expectScreen('Dana Demo Profile')
  await expectTexts(card('Knowledge Areas').getByRole('link'), ['Identity', 'Security'])
  await expectGone(page.getByRole('button', { name: 'Edit Profile' }))
})

it('[TEAM-21] invites nobody', async () => {
  await openApp('/team')
  await expect.element(page.getByText('Dana Demo')).toBeVisible()
  await expectGone(page.getByRole('button', { name: 'Add Team Member' }))
  await openApp('/profile')
  const invitations = page.getByCss('#invitations')
  await expect.element(invitations.getByText('Access Denied', { exact: true })).toBeVisible()
})

it('shows the coverage of the examples', async () => {
  await openApp('/')
  await expectTexts(page.getByRole('list', { name: 'Coverage' }).getByRole('listitem'), [
    /^\d+% have an owner · up \d+ points in 12 weeks$/,
    /^\d+% are known to a second person · up \d+ points in 12 weeks$/,
  ])
})

it('shows the gaps of the examples, and says that changes are not kept', async () => {
  await openApp('/solutions?gap=owner_left')
  await expectTexts(namesIn('Solutions'), ['Purchase Portal'])
  const give = 'Owner left: Finn Fictional. Assign an owner to Purchase Portal'
  await page.getByRole('button', { name: give }).click()
  await page.getByRole('option').first().click()
  await expect.element(page.getByText('Guest Mode').first()).toBeVisible()
  await openApp('/solutions?gap=handover_pending')
  await expect
    .element(page.getByRole('row', { name: /Customer 360/ }))
    .toHaveTextContent('Alex ExampleHandover pending')
  await openApp('/agents?gap=handover_pending')
  await expect
    .element(page.getByRole('row', { name: /Contract Reader/ }))
    .toHaveTextContent('Fran FictionalInvitedHandover pending')
})

it('shows what was found', async () => {
  await openApp('/discovery')
  await expect
    .element(page.getByRole('list', { name: 'Not registered yet' }).getByText('Travel desk'))
    .toBeVisible()
  await expectAccessible('what was found, for guests')
})

describe('heartbeats', () => {
  const rowOf = (name: string) => expect.element(page.getByRole('row', { name }))

  it('are seen at a glance', async () => {
    await openApp('/automations')
    await rowOf('New lead to sales channel').toHaveTextContent('12 minutes agoOn time')
    await rowOf('Invoice approval').toHaveTextContent(/(2 hours|1 hour) agoFailing/)
    await rowOf('Weekly stock report').toHaveTextContent('Paused')
    await expectAccessible('automations with their runs')
    for (const name of ['Name', 'Source', 'Description', 'Last Run', 'Owner', 'Last Publisher', 'Status'])
      await expect.element(page.getByRole('columnheader', { name })).toBeVisible()

    await openApp('/agents')
    await rowOf('Support Assistant').toHaveTextContent('Running')
    await rowOf('Contract Reader').toHaveTextContent('Late')
  })

  it('stand on a card in a narrow window', async () => {
    await page.viewport(375, 800)
    await openApp('/automations')
    const article = page.getByRole('article').filter({ hasText: 'Invoice approval' })
    await expect.element(article).toHaveTextContent('Failing')
  })

  it('are told in the details with their runs, and changes are not kept', async () => {
    await openApp('/automations/demo-automation-2')
    const heartbeat = page
      .getByCss('section')
      .filter({ has: page.getByRole('heading', { name: 'Heartbeat', exact: true }) })
    await expect.element(heartbeat).toHaveTextContent('84 of 87 runs in 30 days')
    const article = page.getByRole('article')
    await expect.element(article).toHaveTextContent('took 38 sec')
    // The runs are read with the keys, one by one.
    const strip = page.getByRole('slider', { name: 'Last runs of Invoice approval' })
    focus(strip)
    // Two hours to the second, by a clock that the page reads once a minute.
    const last = /^Run 87: Failure, (2 hours|1 hour) ago, took 38 sec$/
    await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(last))
    await expectText(page.getByRole('tooltip'), last)
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expectText(page.getByRole('tooltip'), 'Run 85: Success, 6 hours ago, took 30 sec')
    await userEvent.keyboard('{Home}')
    await expect.element(strip).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Run 58: Success/))

    // Its runs, with notes as text.
    await heartbeat.getByRole('button', { name: 'Show Runs' }).click()
    await expect.element(article.getByRole('button', { name: 'Runs', exact: true })).toHaveFocus()
    const runs = article.getByRole('table', { name: 'Runs' })
    await expectText(runs.getByRole('row').nth(1), /^87Failure(2 hours|1 hour) ago38 sec1$/)
    await article.getByText('Traceback').first().click()
    await expect.element(article.getByText('cost centre 4711 is closed').first()).toBeVisible()
    const days = article.getByRole('slider', { name: 'Runs of 90 days' })
    // Early in the morning, today has none yet.
    await press(days, '{ArrowLeft}')
    await expect
      .element(days)
      .toHaveAttribute(
        'aria-valuetext',
        expect.stringMatching(/: \d+ runs?, \d failed, .+ on average, .+ at most$/),
      )
    await article.getByText('Runs by day, as a table').click()
    await expect.element(article.getByRole('columnheader', { name: 'Longest' })).toBeVisible()
    await expectAccessible('the runs of an automation')
    await article.getByRole('button', { name: 'Show more' }).click()
    await expectCount(runs.getByRole('rowheader'), 87)

    // The menu, with the keys alone.
    await press(heartbeat.getByRole('button', { name: 'Options of the heartbeat' }), '{Enter}')
    await press(page.getByRole('menuitem', { name: 'Revoke Address' }), '{Enter}')
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke Address' }), '{Enter}')
    await expectToast('Guest Mode', notSaved('Heartbeats'))
  })
})

it('[OPEN-02, GUEST-15, 18] shows notifications, and says that nothing is kept', async () => {
  await openApp('/notifications')
  const row = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Dana Demo made you the owner of Salesforce.' })
  await expect.element(row).toHaveTextContent('Unread')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expectToast(notSaved('Notifications'))
  await expect.element(row).toHaveTextContent('Unread')
  await page.getByRole('link', { name: 'Dana Demo made you the owner of Salesforce.' }).click()
  const details = page.getByRole('dialog', { name: 'Salesforce' })
  await details.getByRole('button', { name: 'Activity' }).click()
  await expect
    .element(details.getByRole('listitem').filter({ hasText: 'Bo Sample changed Description' }))
    .toBeVisible()
})

describe('[SRCH-24, GUEST-31] the search', () => {
  const box = page.getByRole('searchbox', { name: 'Search everything' })
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  const tab = (name: string) => page.getByRole('tab', { name })

  it('[SRCH-04, 05, 06, 07, 08, 26] is led to by the box in the header', async () => {
    await openApp('/')
    await banner.getByRole('searchbox', { name: 'Quick search' }).click()
    await expectAddress('/search')
    await expect.poll(() => document.title).toBe('Search · Cairn')
    await expectScreen('Search')
    await expect.element(page.getByText(/across knowledge base, processes, Q&A and systems/)).toBeVisible()
    await expect.element(box).toHaveFocus()
    // It is the only one then, and has a way to empty it.
    await expectCount(page.getByRole('searchbox'), 1)
    await box.fill('zither')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect.element(box).toHaveFocus()
    await expect.element(box).toHaveValue('')
    await expect.element(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
    await expectTexts(page.getByRole('tab'), [
      'All0',
      'Knowledge0',
      'Process0',
      'Q&A0',
      'System0',
      'Solution0',
      'Agent0',
      'Automation0',
      'Person0',
    ])
  })

  it('[SRCH-02, 09, 12, 14, 15, 16, 21, GAP-26] looks for what is typed, and keeps it in the address', async () => {
    await openApp('/search')
    await box.click()
    await userEvent.keyboard('RETIRE')
    await expectCount(results, 1)
    await expectAddress('/search?q=RETIRE')
    const found = results.first()
    await expect
      .element(found.getByRole('link', { name: 'Retire a system' }))
      .toHaveAttribute('href', '/processes')
    await expect.element(found.getByText('Process', { exact: true })).toBeVisible()
    await expect.element(found.getByText('May 19, 2023', { exact: true })).toBeVisible()
    await expect
      .element(found)
      .toHaveTextContent('What to export, whom to tell, and what to switch off last.')
    await expectText(found.getByCss('mark'), 'Retire')
    await expect.element(tab('All 1')).toBeVisible()
    await expect.element(tab('Process 1')).toBeVisible()
  })

  it('[SRCH-01, 03, 08] shows one type in a tab, and keeps it in the address', async () => {
    await openApp('/search')
    await box.fill('system')
    await tab('Process 2').click()
    await expectTexts(results.getByRole('link'), ['Request access to a system', 'Retire a system'])
    await expectAddress('/search?q=system&tab=process')
    await openApp('/search?q=system&tab=process')
    await expect.element(box).toHaveValue('system')
    await expectCount(results, 2)
    await tab('Knowledge').click()
    await expect.element(results.first().getByText('Knowledge Base', { exact: true })).toBeVisible()
    await expectAccessible('search, with results')
  })

  it('[SRCH-17, 18, 20] says twice that nothing is found, and looks for no blank text', async () => {
    await openApp('/search')
    await box.fill('zither')
    await press(box, '{Enter}')
    await expectToast('No results found', 'No matches found for “zither”. Try a different term.')
    await expect.element(page.getByRole('heading', { name: 'No results found' })).toBeVisible()
    await expect.element(page.getByText('Nothing matched “zither”. Try a different term.')).toBeVisible()
    await expectAccessible('search, nothing found')
    await box.fill('   ')
    await expect.element(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  })

  it('[SRCH-13, 14] leads from a question to its screen', async () => {
    await openApp('/search?q=incident reports&tab=qa')
    await expect.element(results.first().getByText('Q&A', { exact: true })).toBeVisible()
    await results.getByRole('link', { name: 'Where do incident reports end up?' }).click()
    await expectAddress('/questions')
  })
})
