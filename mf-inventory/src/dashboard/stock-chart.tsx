import type { StockCover, StockLevel } from '@mms/contracts'
import { problemOf } from '@mms/sdk/queries'
import { Card, Chart, PageLoader, ProblemCard } from '@mms/ui'
import * as words from '../words/dashboard.ts'
import * as sharedWords from '../words/shared.ts'
import { useStockCover, useStockLevels } from './api.ts'

const NOTHING: Pick<StockLevel, 'name' | 'currentStock' | 'minStockLevel'>[] = [
  { name: words.noMedicinesYet, currentStock: 0, minStockLevel: 0 },
]

/** The server's limit for this list. If most of it is out of stock, the bars say nothing. */
const MANY = 10

const coverNames = {
  out: words.outOfStock,
  week: words.upTo7Days,
  month: words.upTo30Days,
  quarter: words.upTo90Days,
  longer: words.over90Days,
  unsoldLow: words.noSalesUpToMinimum,
  unsold: words.noSalesAboveMinimum,
} as const satisfies Record<keyof StockCover, string>

const coverBands = Object.keys(coverNames) as (keyof StockCover)[]

export function StockChart() {
  const levels = useStockLevels()
  const inStock = levels.data?.filter(({ currentStock }) => currentStock > 0).length ?? 0
  const isLarge = levels.data?.length === MANY && inStock < MANY / 2
  const cover = useStockCover(isLarge)
  const isWaiting = levels.isPending || (isLarge && cover.isPending)
  return (
    <Card title={words.currentStockLevels} text={isLarge ? words.stockDaysText : words.furthestBelowMinimum}>
      {isWaiting && !levels.isError ? (
        <PageLoader text={words.loadingStockLevels} />
      ) : cover.data ? (
        <Cover counts={cover.data} />
      ) : levels.data ? (
        <Bars levels={levels.data.length > 0 ? levels.data : NOTHING} />
      ) : (
        <ProblemCard {...problemOf(levels, words.stockLevelsFailed)} />
      )}
    </Card>
  )
}

function Cover({ counts }: { counts: StockCover }) {
  return (
    <Chart
      kind="bar"
      horizontal
      label={words.stockDaysChart}
      categories={coverBands.map((band) => coverNames[band])}
      series={[{ name: sharedWords.medicines, data: coverBands.map((band) => counts[band]) }]}
      height={320}
    />
  )
}

function Bars({ levels }: { levels: typeof NOTHING }) {
  return (
    <Chart
      kind="bar"
      horizontal
      label={words.stockLevelsChart}
      categories={levels.map((level) => level.name)}
      series={[
        { name: words.currentStock, data: levels.map((level) => level.currentStock) },
        { name: words.minimumRequired, data: levels.map((level) => level.minStockLevel) },
      ]}
      height={Math.max(200, 90 + levels.length * 38)}
    />
  )
}
