import type { Alert, AlertSummary } from '@mms/contracts'
import { dateInWords, toPlainText } from '@mms/contracts'

/* The words of mails: other languages come. */

const count = (alerts: number) => `${alerts.toLocaleString('en-IN')} ${alerts === 1 ? 'alert' : 'alerts'}`
const lines = (alerts: Pick<Alert, 'severity' | 'message'>[]) =>
  alerts.map(({ severity, message }) => toPlainText(`[${severity}] ${message}`))
const link = (origin: string | undefined) => (origin ? ['', `${origin}/alerts`] : [])

export interface Mail {
  subject: string
  text: string
}

export function urgentMail(alerts: Pick<Alert, 'severity' | 'message'>[], origin: string | undefined): Mail {
  const [first] = alerts
  const subject = alerts.length === 1 && first ? first.message : `${count(alerts.length)} of high severity`
  return { subject, text: [...lines(alerts), ...link(origin)].join('\n') }
}

export interface Digest {
  date: string
  summary: AlertSummary
  worst: Pick<Alert, 'severity' | 'message'>[]
}

const openOf = ({ byStatus }: AlertSummary) => byStatus.new + byStatus.read

export const digestSubject = ({ date, summary }: Digest): string =>
  `${count(openOf(summary))} open on ${dateInWords(date)}`

export function digestMail(digest: Digest, origin: string | undefined): Mail {
  const { summary, worst } = digest
  const { high, medium, low } = summary.bySeverity
  const others = openOf(summary) - worst.length
  return {
    subject: digestSubject(digest),
    text: [
      `${count(openOf(summary))} open, ${summary.byStatus.new} of them new: ${high} high, ${medium} medium, ${low} low.`,
      '',
      ...lines(worst),
      ...(others > 0 ? [`… and ${others.toLocaleString('en-IN')} more.`] : []),
      ...link(origin),
    ].join('\n'),
  }
}
