import { expect, test } from '../support/test.ts'

test.use({ expectedComplaints: [/Content Security Policy|Permissions policy/] })

test('[CSP-01] the page reaches its own origin, over HTTP and websocket, and nothing else', async ({
  page,
  cairn,
}) => {
  const answer = await page.goto('/auth')
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  const policy = answer?.headers()['content-security-policy'] ?? ''
  const own = cairn.server.url
  expect(policy.split('; ')).toContain(`connect-src 'self' ${own} ${own.replace('http', 'ws')}`)
  expect(policy.split('; ')).toContain("default-src 'none'")

  const reaches = (address: string) =>
    page.evaluate(
      (url) =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      address,
    )
  expect(await reaches('/config.json')).toBe(true)
  const blocked = page.evaluate(`new Promise((resolve) => {
    addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
  })`)
  const elsewhere = own.replace('localhost', '127.0.0.1')
  expect(await reaches(`${elsewhere}/config.json`)).toBe(false)
  expect(await blocked).toBe('connect-src')
})

test('[CSP-02] camera, microphone, position, payment and USB are closed to the page', async ({ page }) => {
  const answer = await page.goto('/auth')
  const policy = answer?.headers()['permissions-policy'] ?? ''
  for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
    expect(policy.split(/,\s*/)).toContain(`${feature}=()`)
  }
  const refused = await page.evaluate(`new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(null),
      ({ message }) => resolve(message),
    )
  })`)
  expect(refused).toMatch(/permissions policy/i)
})
