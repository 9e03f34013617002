"""Design help: the paytables whose exact house edge is nearest to a wanted one."""
