import type { TestProject } from 'vitest/node';
import { startTestDatabaseSource } from './test-database.ts';

/** One PostgreSQL a run; every test file copies its own database from the template on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { source, stop } = await startTestDatabaseSource();
  project.provide('testDatabaseSource', source);
  return stop;
}
