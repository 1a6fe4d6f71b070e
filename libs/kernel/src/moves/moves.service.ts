import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.service.js';
import { selectPlacement } from '../database/placement.query.js';
import { Log } from '../log/log.js';
import { DIRECTORY } from '../settings/shard-list.js';
import type { Statement } from '../sql/statement.js';
import type { Move, MoveStep, StayState } from './move-steps.query.js';
import {
  beginAttempt,
  deleteChanges,
  deleteMove,
  insertMove,
  putStay,
  selectMove,
  selectStay,
  switchPlacement,
  takeStep,
  changeStay,
} from './move-steps.query.js';
import type { MoveParticipant, MoveReport } from './move-participant.js';
import { MoveMustWait, MoveRefused, reportOf } from './move-participant.js';
import { betweenWriters, holdAlone } from './stopped-writers.query.js';
import { inTransaction, WorkspaceCopy } from './workspace-copy.query.js';

/** So few rows are written in the stop that they do not count. */
const FEW_CHANGES = 500;
const MAX_ROUNDS = 50;
const MAX_CATCH_UP_MS = 60_000;
const MAX_CLOCKS_APART_MS = 300;
/** A stop that comes to last longer is given up, and tried again a little later. */
const MAX_STOP_MS = 1_000;
const MAX_ATTEMPTS = 30;
const MAX_PAUSE_MS = 5_000;

/**
 * Moves a workspace from one shard to another, while it is read and written (decision 0089). Where it is, the directory says by one row;
 * whatever process dies at whatever time, it is either there or here, and the move goes on when it is asked for again.
 */
@Injectable()
export class WorkspaceMoves {
  private readonly participants: MoveParticipant[] = [];

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Has a context take part in each move. */
  register(participant: MoveParticipant): void {
    this.participants.push(participant);
  }

  /**
   * Moves a workspace, or goes on with a move that was interrupted; a move to where it is gives up one that is under way. One that had
   * come to its switch is concluded first, whichever way the workspace is to go then.
   * @param addressOf the address of a shard's database for an administrator
   * @throws MoveRefused
   */
  async move(workspaceId: string, to: string, addressOf: (shard: string) => string): Promise<MoveReport> {
    const known = await this.find(workspaceId);
    if (known?.step === 'switched') {
      await this.conclude(known);
      if (known.target === to) return reportOf(known);
      return this.move(workspaceId, to, addressOf);
    }
    const source = known?.source ?? (await this.placeOf(workspaceId));
    const target = known?.target ?? to;
    if (to !== target && to !== source)
      throw new MoveRefused(
        `The workspace is being moved from ${source} to ${target}; a move to ${source} gives that up.`,
      );
    if (target === source) throw new MoveRefused(`The workspace is in ${source} already.`);
    for (const shard of [source, target])
      if (!(await this.database.shards.isCurrent(this.database.shards.named(shard))))
        throw new MoveRefused(`The schema of ${shard} is behind; run migrate up first.`);
    const addresses = { source: addressOf(source), target: addressOf(target) };
    const report = await WorkspaceCopy.open(workspaceId, addresses, async (copy) => {
      if (!(await holdAlone(copy.source, workspaceId)))
        throw new MoveRefused('The workspace is being moved by another process.');
      const move = await this.begin(workspaceId, source, target);
      if (to === source) return (await this.giveUp(copy, move)) ? reportOf(move) : null;
      return this.complete(copy, move, reportOf(move));
    });
    return report ?? this.move(workspaceId, to, addressOf);
  }

  /** Ends the stop of a move whose process has died or waits too long, unless it came to switch. */
  async letWritesGoOn(move: Move): Promise<void> {
    await this.inDirectory(takeStep(move, 'following'));
    const left = await this.find(move.workspaceId);
    if (left?.step === 'switched') return this.conclude(left);
    // Only what this attempt turned is turned back.
    await this.inShard(move.source, changeStay(move, ['closing', 'closed'], 'leaving'));
    await this.inShard(move.target, changeStay(move, ['arrived'], 'arriving'));
    for (const one of this.participants) await one.resume?.(move);
  }

  /** Tells both sides of a switch: first the source that nothing is there any more, and only then the target that it may be written. */
  async conclude(move: Move): Promise<void> {
    const { workspaceId, source, target } = move;
    await this.inShard(source, changeStay(move, ['closed'], 'gone'));
    await this.inShard(source, deleteChanges(workspaceId));
    await this.inShard(target, changeStay(move, ['arrived'], 'here'));
    this.database.shards.forget(workspaceId);
    for (const one of this.participants) await one.resume?.(move);
    await this.inDirectory(deleteMove(move));
  }

  private async complete(copy: WorkspaceCopy, begun: Move, report: MoveReport): Promise<MoveReport> {
    if (begun.step === 'closing') await this.letWritesGoOn(begun);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const move = await this.find(begun.workspaceId);
      // It came to the switch before it was interrupted.
      if (move === undefined) return report;
      if (move.step === 'switched') {
        await this.conclude(move);
        return report;
      }
      report.attempts = attempt;
      if (await this.bring(copy, move, report)) return report;
      await pause(Math.min(100 * 2 ** attempt, MAX_PAUSE_MS));
    }
    throw new MoveRefused(
      'Writes could not be stopped for so short a time. What was copied is kept: ask for the move again when less is written.',
    );
  }

  /** Copies what is to be copied, follows what changes, and switches; false where that has to be tried again. */
  private async bring(copy: WorkspaceCopy, found: Move, report: MoveReport): Promise<boolean> {
    let move = found;
    if (move.step === 'copying') {
      await this.prepareBothSides(copy, move);
      report.copied = await copy.copyAll();
      move = await this.take(move, 'following');
    }
    if (!(await this.catchUp(copy, report))) return this.copyAgain(move);
    for (const one of this.participants) await one.prepare?.(move);
    for (const one of this.participants) await one.catchUp?.(move, AbortSignal.timeout(MAX_CATCH_UP_MS));
    // What changed while that was done is not left to the stop.
    if (!(await this.catchUp(copy, report))) return this.copyAgain(move);
    const closing = await this.take(move, 'closing');
    const began = performance.now();
    try {
      await this.conclude(await this.close(copy, closing, report));
      report.stoppedMs = Math.round(performance.now() - began);
      return true;
    } catch (error) {
      await this.letWritesGoOn(closing);
      if (!(error instanceof MoveMustWait)) throw error;
      const facts = {
        workspaceId: move.workspaceId,
        reason: error.message,
        stoppedMs: Math.round(performance.now() - began),
      };
      this.log.info(facts, 'writes go on where they were, and will be stopped again');
      return false;
    }
  }

  /** Follows until few changes are left; false where they cannot be followed. */
  private async catchUp(copy: WorkspaceCopy, report: MoveReport): Promise<boolean> {
    for (let round = 0, changes = Infinity; changes > FEW_CHANGES && round < MAX_ROUNDS; round += 1) {
      const followed = await copy.follow();
      if (followed === null) return false;
      changes = followed;
      report.followed += followed;
    }
    return true;
  }

  /**
   * What is done while writes are stopped.
   * @throws MoveMustWait where it takes too long
   */
  private async close(copy: WorkspaceCopy, move: Move, report: MoveReport): Promise<Move> {
    const { source, target, workspaceId } = copy;
    const [enough, tooLong] = [AbortSignal.timeout(MAX_STOP_MS / 2), AbortSignal.timeout(MAX_STOP_MS)];
    const stop = beginAttempt(move, 'leaving', 'closing');
    if (!(await betweenWriters(source, workspaceId, { operatorsToo: false }, stop)))
      throw new MoveMustWait('something is being written for long');
    for (const one of this.participants) await one.catchUp?.(move, enough);
    const hide = changeStay(move, ['closing'], 'closed');
    if (!(await betweenWriters(source, workspaceId, { operatorsToo: true }, hide)))
      throw new MoveMustWait('something is being done for long in all workspaces');
    const followed = await copy.follow();
    if (followed === null) throw new MoveMustWait('rows took each other’s places');
    report.followed += followed;
    await inTransaction(target, workspaceId, '', () => send(target, beginAttempt(move, 'arriving', 'arrived')));
    await this.untilLaterThan(copy);
    if (tooLong.aborted) throw new MoveMustWait('it took too long');
    const [switched] = await this.inDirectory<Move>(switchPlacement(move));
    if (!switched) throw new MoveMustWait('it took too long to switch');
    return switched;
  }

  /** The move as it is under way, or as it begins; its attempts go on from those of earlier ones, so that none is taken for another. */
  private async begin(workspaceId: string, source: string, target: string): Promise<Move> {
    const known = await this.find(workspaceId);
    if (known) return known;
    if ((await this.placeOf(workspaceId)) !== source)
      throw new MoveRefused(`The workspace is not in ${source} any more.`);
    const stays = [await this.stayIn(source, workspaceId), await this.stayIn(target, workspaceId)];
    const attempt = Math.max(...stays.map((stay) => stay?.attempt ?? 0));
    const [begun] = await this.inDirectory<Move>(insertMove(workspaceId, source, target, attempt));
    return begun!;
  }

  /** Has the source note from now on what changes, and the target hide what comes. */
  private async prepareBothSides(copy: WorkspaceCopy, { source, workspaceId }: Move): Promise<void> {
    const epoch = (await this.stayIn(source, workspaceId))?.epoch ?? 0;
    await inTransaction(copy.target, workspaceId, '', () =>
      send(copy.target, putStay(workspaceId, 'arriving', epoch + 1)),
    );
    const leave = putStay(workspaceId, 'leaving', epoch);
    for (
      let waited = 0;
      !(await betweenWriters(copy.source, workspaceId, { operatorsToo: true }, leave));
      waited += 1
    ) {
      if (waited === MAX_ATTEMPTS)
        throw new MoveRefused('Something in the shard is being written for too long. Ask for the move again.');
      await pause(MAX_PAUSE_MS / 5);
    }
  }

  /** Rows took each other's places, which cannot be followed row by row. */
  private async copyAgain(move: Move): Promise<false> {
    await this.take(move, 'copying');
    return false;
  }

  /** Leaves the workspace where it is; false where it came to the switch before that. */
  private async giveUp(copy: WorkspaceCopy, begun: Move): Promise<boolean> {
    const { workspaceId, source } = begun;
    if (begun.step === 'closing') await this.letWritesGoOn(begun);
    let move = await this.find(workspaceId);
    if (move === undefined || move.step === 'switched') return false;
    // From here on what is at the target counts for nothing, whenever this ends.
    if (move.step !== 'copying') move = await this.take(move, 'copying');
    const epoch = (await this.stayIn(source, workspaceId))?.epoch ?? 0;
    await this.inShard(source, putStay(workspaceId, 'here', epoch));
    await this.inShard(source, deleteChanges(workspaceId));
    for (const one of this.participants) await one.resume?.(move);
    await copy.clearTarget();
    await inTransaction(copy.target, workspaceId, '', () => send(copy.target, putStay(workspaceId, 'cleared', epoch)));
    await this.inDirectory(deleteMove(move));
    return true;
  }

  /** Waits until the target's clock has passed the source's: changes are told apart by their times. */
  private async untilLaterThan({ source, target }: WorkspaceCopy): Promise<void> {
    const clock = async (client: WorkspaceCopy['source']) =>
      (await client.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now')).rows[0]!.now;
    const ahead = Number(await clock(source)) - Number(await clock(target));
    if (ahead > MAX_CLOCKS_APART_MS)
      throw new MoveRefused(`The clock of the source is ${Math.round(ahead)} ms ahead of the target's.`);
    if (ahead > 0) await pause(ahead + 1);
  }

  private async take(move: Move, step: MoveStep): Promise<Move> {
    const [taken] = await this.inDirectory<Move>(takeStep(move, step));
    if (!taken) throw new MoveRefused('The move was taken on by another process.');
    return taken;
  }

  private async find(workspaceId: string): Promise<Move | undefined> {
    return (await this.inDirectory<Move>(selectMove(workspaceId)))[0];
  }

  private async placeOf(workspaceId: string): Promise<string> {
    const [found] = await this.inDirectory<{ shard: string }>(selectPlacement(workspaceId));
    return found?.shard ?? DIRECTORY;
  }

  private async stayIn(shard: string, workspaceId: string): Promise<Stay | undefined> {
    return (await this.inShard<Stay>(shard, selectStay(workspaceId)))[0];
  }

  private inDirectory<Row extends Record<string, unknown>>(statement: Statement): Promise<Row[]> {
    return this.database.transaction({ operator: true, directory: true }, (work) => work.query<Row>(statement));
  }

  private inShard<Row extends Record<string, unknown>>(shard: string, statement: Statement): Promise<Row[]> {
    return this.database.transaction({ operator: true, shard }, (work) => work.query<Row>(statement));
  }
}

interface Stay extends Record<string, unknown> {
  readonly state: StayState;
  readonly epoch: number;
  readonly attempt: number;
}

function send(client: WorkspaceCopy['target'], statement: Statement): Promise<unknown> {
  return client.query({ ...statement, values: [...statement.values] });
}
