/** Lines of other programs, with the line and the time zone that they are here. Tests of both layers try them. */
export const DIALECTS: readonly (readonly [text: string, cron: string, timeZone: string | null])[] = [
  ['0 9 * * 1-5', '0 9 * * 1-5', null],
  ['@daily', '@daily', null],
  // Quartz
  ['0 0 9 ? * MON-FRI', '0 9 * * MON-FRI', null],
  ['0 0 9 ? * 2-6', '0 9 * * 1-5', null],
  ['0 0/15 * * * ?', '0-59/15 * * * *', null],
  ['0 0 12 1 * ? *', '0 12 1 * *', null],
  ['0 0 9 ? * 6L', '0 9 * * 5L', null],
  ['0 15 10 ? * 6#3', '15 10 * * 5#3', null],
  // Spring, and Azure Functions
  ['0 30 9 * * 1-5', '30 9 * * 1-5', null],
  // AWS
  ['cron(0 9 ? * MON-FRI *)', '0 9 * * MON-FRI', null],
  ['cron(0 8 1 * ? *)', '0 8 1 * *', null],
  ['cron(0/10 * ? * 2-6 *)', '0-59/10 * * * 1-5', null],
  // Kubernetes, Go
  ['CRON_TZ=Europe/Berlin 0 9 * * *', '0 9 * * *', 'Europe/Berlin'],
  ['TZ=Asia/Tokyo 30 4 * * 0', '30 4 * * 0', 'Asia/Tokyo'],
  // Without a line here: seconds that repeat, one year alone, and a minute that Jenkins chooses
  ['*/10 * * * * ?', '*/10 * * * * ?', null],
  ['0 0 9 1 1 ? 2027', '0 0 9 1 1 ? 2027', null],
  ['0 7 * * * backup', '0 7 * * * backup', null],
  ['H 9 * * *', 'H 9 * * *', null],
  ['rate(1 day)', 'rate(1 day)', null],
]
