// doctor.test.mjs — the guided test and the calibration, by the page, on a simulated board whose sensors measure.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Daemon, launch, open, person, screenshot } from './harness.mjs';

let browser, daemon;
before(async () => {
	daemon = await new Daemon('oraia').start();
	browser = await launch();
});
after(async () => {
	await browser?.close();
	await daemon?.stop();
});

test('the guided test leads to a site, hears the piece there, and tells what is wrong', async () => {
	await daemon.post('/sim/sweep', {});
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/doctor');
	await page.getByRole('button', { name: 'Start the test' }).click();
	await page.getByText('Put one piece on C1').waitFor();
	await daemon.post('/sim/put', { site: 'C1', owner: 1, count: 1 });
	await page.getByText('Put one piece on C2').waitFor();
	const other = await person(browser, daemon, {});
	await open(other, daemon, '/');
	await other.getByText('The board is being tested; the game waits.').first().waitFor();
	await daemon.post('/sim/take-away', { site: 'C1' });
	await page.getByRole('button', { name: 'It lies there' }).click();
	await page.getByText('C2 does not answer').waitFor();
	await screenshot(page, 'doctor-guide');
	await page.getByRole('button', { name: 'Again', exact: true }).click();
	await page.getByText('Put one piece on C2').waitFor();
	assert.equal(await page.getByText('C2 does not answer').count(), 0);
	await page.getByRole('button', { name: 'Stop', exact: true }).click();
	await page.getByRole('button', { name: 'Start the test' }).waitFor();
	await other.getByText('being tested').waitFor({ state: 'detached' });
	await other.context().close();
	await page.context().close();
});

test('sensors learn from the page, and what they learned is kept only when it is saved', async () => {
	const page = await person(browser, daemon, {});
	await open(page, daemon, '/doctor');
	await page.getByText('0 of 25 sensors have learned something.').waitFor();
	await page.getByRole('button', { name: 'Measure the empty board' }).click();
	await page.getByText('25 of 25 sensors have learned something. Not saved yet.').waitFor();
	await screenshot(page, 'doctor-calibrate');
	await page.getByRole('button', { name: 'Discard' }).click();
	await page.getByText('0 of 25 sensors have learned something.').waitFor();
	await page.getByRole('button', { name: 'Measure the empty board' }).click();
	await page.getByText('Not saved yet.').waitFor();
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	await page.getByText('25 of 25 sensors have learned something.', { exact: true }).waitFor();
	await page.context().close();
});
