import { readFile } from 'node:fs/promises'
import { Gauge, jsonParser, type Metrics } from '@mms/service-kit'
import { z } from 'zod'

const parse = jsonParser(z.object({ finishedAt: z.iso.datetime() }))

async function finishedSeconds(file: string): Promise<number> {
  try {
    return Date.parse(parse(await readFile(file, 'utf8')).finishedAt) / 1000
  } catch {
    return 0
  }
}

export interface BackupAgeOptions {
  file: string
  alarmHours: number
  metrics: Pick<Metrics, 'registry'>
}

export function publishBackupAge({ file, alarmHours, metrics: { registry } }: BackupAgeOptions): void {
  new Gauge({
    name: 'backup_last_good_timestamp_seconds',
    help: 'When the last good backup was made; 0 when none was',
    registers: [registry],
    async collect() {
      this.set(await finishedSeconds(file))
    },
  })
  new Gauge({
    name: 'backup_alarm_seconds',
    help: 'How old the last good backup may become',
    registers: [registry],
  }).set(alarmHours * 3_600)
}
