// @ts-check
/** Texts of the staff page. */

import { endSentence, joinLimits, roleName, roleWithArticle } from "./wording.js";

/** Say who invited somebody, and who invited those. @param {string[]} inviters */
const chain = (inviters) => (inviters.length ? ` (invited by ${inviters.join(", who was invited by ")})` : "");

export const STAFF = {
  title: "Staff",
  lead: "Submissions to approve, dealer assignments and tables that need attention.",
  none: "Sign in as a staff member to see this page.",
  nothing: "Nothing needs your approval.",
  approve: "Approve",
  reject: "Reject",
  withdraw: "Withdraw",
  by: (/** @type {string} */ name, /** @type {string[]} */ invited) => endSentence(`Proposed by ${name}${chain(invited)}`),
  approvedBy: (/** @type {string} */ name, /** @type {string[]} */ invited) => endSentence(`Approved by ${name}${chain(invited)}`),
  person: (/** @type {string} */ name, /** @type {string[]} */ invited) => `${name}${chain(invited)}`,
  ownProposal: "This is your own proposal. Someone else has to approve it.",
  people: {
    title: "People",
    invite: (/** @type {string} */ part) => `Invite a new ${roleName(part)}`,
    change: (/** @type {string} */ name, /** @type {string} */ part) => `Make ${name} ${roleWithArticle(part)}`,
    role: "Role",
    inviteLabel: "Invite someone",
    send: "Create a link",
    link: "Send this link to one person:",
    needsApproval: "The link works only after another staff member approves the invitation on this page.",
    propose: "Propose",
    changeRoleLabel: "Change a role",
    name: "Name",
    earlierDecisions: "Earlier decisions",
    decision: (/** @type {string} */ proposal, /** @type {string} */ status, /** @type {string} */ by, /** @type {string[]} */ invited) => endSentence(`${proposal}: ${status} by ${by}${chain(invited)}`),
  },
  filings: {
    title: "Submissions",
    of: (/** @type {string} */ table, /** @type {number} */ number) => `${table}, submission ${number}`,
    limits: (/** @type {string} */ minimum, /** @type {string} */ maximum) => `Limits: ${joinLimits(minimum, maximum)}.`,
    anyTime: "Can be approved at any time. If approved mid-round, it takes effect after that round.",
    blocksRounds: "No new round can open until it is approved or rejected.",
    approved: "Takes effect after this round.",
    send: "File new rules",
    table: "Table",
    file: "Submission (JSON, as `pitboss submission new GAME --json` writes it)",
    after: "Takes effect after the round in which it is approved",
    propose: "Propose",
    print: "Save as PDF",
    unreadable: "This is not valid JSON. Check the text and try again.",
  },
  tables: {
    title: "Stopped tables",
    stopped: (/** @type {string} */ reason) => endSentence(reason),
    allRunning: "Every table is running.",
    restart: "Restart table",
    how: "Restarting reloads the table from its log. The cause and your name are logged.",
    openTable: "Open a new table",
  },
  dealers: {
    title: "Dealers",
    none: "There are no dealers yet.",
    save: "Assign",
    assignTo: (/** @type {string} */ name) => `Assign ${name}`,
  },
  done: "Done.",
};
