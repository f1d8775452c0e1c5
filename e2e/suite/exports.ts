import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page } from '@playwright/test'

export async function readExport(
  page: Page,
  kind: 'PDF' | 'CSV',
): Promise<{ download: Download; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export to ${kind}` }).click(),
  ])
  await expect(page.getByText(`${kind} report generated successfully`)).toBeVisible()
  return { download, bytes: await readFile(await download.path()) }
}
